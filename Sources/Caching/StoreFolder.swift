import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// The files of a store, bounded in bytes: the ones used longest ago go first.
final class StoreFolder: Sendable {
    struct Unusable: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path): \(reason)" }
    }

    private struct State {
        /// The bytes of each file, in whole blocks.
        var files: LRUCache<String, Int>
        /// Bytes written since the folder was looked through, in whole blocks.
        var written = 0
        var evictions = 0
    }

    private let path: String
    private let byteLimit: Int
    private let fileLimit: Int
    private let state: Mutex<State>

    private static let blockLength = 4096
    /// Seconds after which a file's time says anew that it is used, and after which a half-written one is nobody's.
    private static let hour = 3600

    init(_ path: String, byteLimit: Int, indexByteLimit: Int) throws {
        self.path = path
        self.byteLimit = byteLimit
        fileLimit = max(1, indexByteLimit / (LRUCache<String, Int>.bytesPerValue + HeapBytes.block(80)))
        state = Mutex(State(files: LRUCache(limit: byteLimit, countLimit: fileLimit)))
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Unusable(path: path, reason: "the folder cannot be made: \(Self.cause(error))")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw failure() }
    }

    /// What the system says of a file that Foundation could not make.
    private static func cause(_ error: any Error) -> String {
        guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else { return "\(error)" }
        return String(cString: strerror(code.rawValue))
    }

    var space: CacheFigures.Space {
        state.withLock { state in
            CacheFigures.Space(bytes: state.files.cost, entries: state.files.count, evictions: state.evictions)
        }
    }

    /// Looks through the folder: what is there counts, what is too much goes, and so do files never finished.
    func scan() {
        // A folder that cannot be listed has nothing that counts; what is read or written there tells why.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var found: [(name: String, bytes: Int, used: (Int, Int))] = []
        for name in names {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if !name.hasPrefix(".") {
                found.append((name, Self.blocks(Int(status.st_size)), (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)))
            } else if status.st_mtim.tv_sec < time(nil) - Self.hour {
                Glibc.unlink("\(path)/\(name)")
            }
        }
        found.sort { $0.used < $1.used }
        var files = LRUCache<String, Int>(limit: byteLimit, countLimit: fileLimit)
        let tooMuch = found.flatMap { files.set($0.name, $0.bytes, cost: $0.bytes) }
        state.withLock { [files] state in
            state = State(files: files, evictions: state.evictions + tooMuch.count)
        }
        unlink(tooMuch)
    }

    /// The names that pass, of the files used last, latest first.
    func latest(_ count: Int, _ passes: (String) -> Bool) -> [String] {
        Array(state.withLock { Array($0.files.keysByUse) }.lazy.filter(passes).prefix(count))
    }

    /// Nil where there is no such file.
    func read(_ name: String) throws -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(name)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(name) }
        let bytes = try read(descriptor, Int(status.st_size), name)
        if status.st_mtim.tv_sec < time(nil) - Self.hour { futimens(descriptor, nil) }
        unlink(state.withLock { keep(name, bytes.count, &$0) })
        return bytes
    }

    /// Puts the whole file in its place at once.
    func write(_ bytes: [UInt8], as name: String) throws {
        let draft = "\(path)/.\(String(UInt64.random(in: .min ... .max), radix: 16))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(name) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            written += count
        }
        guard close(descriptor) == 0, written == bytes.count, rename(draft, "\(path)/\(name)") == 0 else {
            let failure = failure(name)
            Glibc.unlink(draft)
            throw failure
        }
        let (tooMuch, isDue) = state.withLock { state in
            state.written += Self.blocks(bytes.count)
            return (keep(name, bytes.count, &state), state.written > byteLimit / 16)
        }
        unlink(tooMuch)
        // Other processes write here too, and only a look at the folder tells how much.
        if isDue { scan() }
    }

    func remove(_ name: String) {
        state.withLock { $0.files.remove(name) }
        unlink([name])
    }

    /// Notes the file and tells which ones have to go.
    private func keep(_ name: String, _ bytes: Int, _ state: inout State) -> [String] {
        let tooMuch = state.files.set(name, Self.blocks(bytes), cost: Self.blocks(bytes))
        state.evictions += tooMuch.count
        return tooMuch
    }

    private func unlink(_ names: [String]) {
        for name in names { Glibc.unlink("\(path)/\(name)") }
    }

    private func read(_ descriptor: Int32, _ size: Int, _ name: String) throws -> [UInt8] {
        guard size <= byteLimit else { throw Unusable(path: name, reason: "it is larger than all may be") }
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, length in
            while length < size {
                let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + length }, size - length)
                guard count > 0 else {
                    isRead = count == 0
                    break
                }
                length += count
            }
        }
        guard isRead else { throw failure(name) }
        return bytes
    }

    private func failure(_ name: String? = nil) -> Unusable {
        Unusable(path: name ?? path, reason: String(cString: strerror(errno)))
    }

    private static func blocks(_ bytes: Int) -> Int { max(1, (bytes + blockLength - 1) / blockLength) * blockLength }
}
