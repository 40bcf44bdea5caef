import Glibc

@testable import Storage

/// A disk in memory that can lose in a crash what was not synced (see `ModelDisk+Crash.swift` for the rules).
///
/// It has one folder in each folder, files of at most one block, and is used by one thread.
final class ModelDisk: SystemCalls, @unchecked Sendable {
    /// A file or a folder.
    struct Node {
        let isFolder: Bool

        /// The number of the content in `Contents`.
        var content = 0
        /// The contents that a crash may leave of what was written before the pending changes.
        var stored = [0]
        /// The changes since the last fsync.
        var changes: [Contents.Change] = []
        /// False after a failed fsync until the next change.
        var isDirty = false

        /// The nodes in this folder, by the numbers of their names.
        var entries = [Int](repeating: none, count: Contents.nameLimit)
        var storedEntries = [Int](repeating: none, count: Contents.nameLimit)
        /// The operations since the last fsync, each with the entries that it changes.
        var operations: [[(name: Int, node: Int)]] = []

        /// The states of this file or folder that a crash may leave; nil if a change was made since it was computed.
        var survivors: [Int]?
        var survivingEntries: [[Int]]?
    }

    static let none = -1
    private static let root = 0

    var nodes = [Node(isFolder: true)]
    let contents: Contents
    /// Seconds since 1970.
    var now = 0
    /// Called before each call; if it returns an errno, the call fails.
    var beforeCall: (_ isChange: Bool) -> Int32? = { _ in nil }
    /// Faults of the disk: an fsync of a file or a folder reports success and does nothing.
    var (ignoresFileSync, ignoresFolderSync) = (false, false)
    private var open: [Int32: (node: Int, offset: Int)] = [:]
    private var nextNumber: Int32 = 3

    init(_ contents: Contents) { self.contents = contents }

    private func fail(_ code: Int32) -> Int32 {
        errno = code
        return -1
    }

    /// Returns the folder and the name that a path leads to, and the node there; nil if the folder does not exist.
    private func find(_ folder: Int32, _ path: String) -> (folder: Int, name: Int, node: Int)? {
        var place = (folder: Self.none, name: Self.none, node: open[folder]?.node ?? Self.root)
        for name in path.split(separator: "/") {
            guard place.node != Self.none, nodes[place.node].isFolder else { return nil }
            let number = contents.number(of: String(name))
            place = (place.node, number, nodes[place.node].entries[number])
        }
        return place
    }

    private func change(_ folder: Int, _ entries: [(name: Int, node: Int)]) {
        for (name, node) in entries { nodes[folder].entries[name] = node }
        nodes[folder].operations.append(entries)
        nodes[folder].survivingEntries = nil
    }

    private func change(_ node: Int, _ change: Contents.Change) {
        nodes[node].content = contents.step(nodes[node].content, change).after
        nodes[node].changes.append(change)
        nodes[node].isDirty = true
        nodes[node].survivors = nil
    }

    private func make(_ place: (folder: Int, name: Int, node: Int), isFolder: Bool) -> Int {
        let empty = contents.step(0, .touch(now)).after
        nodes.append(Node(isFolder: isFolder, content: empty, stored: [empty]))
        change(place.folder, [(place.name, nodes.count - 1)])
        return nodes.count - 1
    }
}

extension ModelDisk {
    func mkdir(_ path: String) -> Int32 {
        if let code = beforeCall(true) { return fail(code) }
        guard let place = find(AT_FDCWD, path) else { return fail(ENOENT) }
        guard place.node == Self.none else { return fail(EEXIST) }
        _ = make(place, isFolder: true)
        return 0
    }

    func openat(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
        if let code = beforeCall(flags & O_CREAT != 0) { return fail(code) }
        guard let place = find(folder, name) else { return fail(ENOENT) }
        var node = place.node
        if node == Self.none {
            guard flags & O_CREAT != 0 else { return fail(ENOENT) }
            node = make(place, isFolder: false)
        } else if flags & O_EXCL != 0 {
            return fail(EEXIST)
        }
        guard nodes[node].isFolder == (flags & O_DIRECTORY != 0) else { return fail(ENOTDIR) }
        nextNumber += 1
        open[nextNumber] = (node, 0)
        return nextNumber
    }

    func close(_ file: Int32) { open[file] = nil }

    func lock(_ file: Int32) -> Int32 { 0 }

    func fstat(_ file: Int32, _ status: inout stat) -> Int32 { fstatat(file, "", &status) }

    func fstatat(_ folder: Int32, _ name: String, _ status: inout stat) -> Int32 {
        if let code = beforeCall(false) { return fail(code) }
        guard let place = find(folder, name), place.node != Self.none else { return fail(ENOENT) }
        let content = contents.all[nodes[place.node].content]
        status.st_mode = nodes[place.node].isFolder ? S_IFDIR | 0o700 : S_IFREG | 0o600
        status.st_size = content.bytes.count
        status.st_mtim = timespec(tv_sec: content.time, tv_nsec: 0)
        status.st_nlink = nlink_t(nodes.reduce(0) { $0 + $1.entries.count { $0 == place.node } })
        return 0
    }

    func read(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        if let code = beforeCall(false) { return Int(fail(code)) }
        guard let (node, offset) = open[file] else { return Int(fail(EBADF)) }
        let part = contents.all[nodes[node].content].bytes.dropFirst(offset).prefix(bytes.count)
        bytes.copyBytes(from: part)
        open[file]?.offset += part.count
        return part.count
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        if let code = beforeCall(true) { return Int(fail(code)) }
        // The rules hold for files of one block that are written at once.
        guard let (node, offset) = open[file], offset == 0, bytes.count <= FileStore.blockSize else {
            return Int(fail(EFBIG))
        }
        change(node, .write(contents.number(of: bytes), time: now))
        open[file]?.offset += bytes.count
        return bytes.count
    }

    func ftruncate(_ file: Int32, _ size: Int) -> Int32 {
        if let code = beforeCall(true) { return fail(code) }
        guard let (node, _) = open[file] else { return fail(EBADF) }
        change(node, .truncate(size))
        return 0
    }

    func futimens(_ file: Int32, _ time: timespec) -> Int32 {
        if let code = beforeCall(true) { return fail(code) }
        guard let (node, _) = open[file] else { return fail(EBADF) }
        change(node, .touch(time.tv_sec))
        return 0
    }

    func fsync(_ file: Int32) -> Int32 {
        let code = beforeCall(true)
        guard let (node, _) = open[file] else { return fail(EBADF) }
        if let code {
            if !nodes[node].isFolder { dropChanges(node) }
            return fail(code)
        }
        if nodes[node].isFolder ? !ignoresFolderSync : !ignoresFileSync { sync(node) }
        return 0
    }

    func renameat(_ folder: Int32, _ name: String, _ other: String) -> Int32 {
        if let code = beforeCall(true) { return fail(code) }
        guard let old = find(folder, name), let new = find(folder, other), old.node != Self.none else {
            return fail(ENOENT)
        }
        // Of two names of one file none is removed (POSIX rename).
        if old.node != new.node { change(old.folder, [(old.name, Self.none), (new.name, old.node)]) }
        return 0
    }

    func unlinkat(_ folder: Int32, _ name: String) -> Int32 {
        if let code = beforeCall(true) { return fail(code) }
        guard let place = find(folder, name), place.node != Self.none else { return fail(ENOENT) }
        change(place.folder, [(place.name, Self.none)])
        return 0
    }

    func names(in path: String) -> [String]? {
        if let code = beforeCall(false) {
            errno = code
            return nil
        }
        guard let place = find(AT_FDCWD, path), place.node != Self.none else {
            errno = ENOENT
            return nil
        }
        return nodes[place.node].entries.indices.filter { nodes[place.node].entries[$0] != Self.none }
            .map { contents.names[$0] }
    }

    func access(_ path: String, _ mode: Int32) -> Int32 {
        find(AT_FDCWD, path).map { $0.node != Self.none } == true ? 0 : fail(ENOENT)
    }

    func realpath(_ path: String) -> String? { path }
}
