import Dispatch
import Foundation
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// The file of a visitor that is written over, of which nobody may ever see anything.
@Suite struct SpareTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    private func path(_ name: String, _ folder: TemporaryFolder) -> String { "\(folder.path)/\(file.folder)/\(name)" }

    private func number(_ name: String, _ folder: TemporaryFolder) throws -> UInt {
        var status = stat()
        try #require(stat(path(name, folder), &status) == 0)
        return UInt(status.st_ino)
    }

    /// A store with so many changes behind it, each of which has added one favourite.
    private func store(_ folder: TemporaryFolder, changes: Int) async throws -> FileStore {
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        for id in 1...changes { try await store.add(.example(id, after: Double(id)), for: visitor) }
        return store
    }

    private func ids(_ name: String, _ folder: TemporaryFolder) throws -> [Hero.ID]? {
        guard case .list(let list) = FavouritesFormat.decode(try folder.read("\(file.folder)/\(name)")) else {
            return nil
        }
        return list.favourites.map(\.id)
    }

    @Test("from the fourth change on the same three files take turns")
    func turns() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder, changes: 3)
        let numbers = try [file.current, file.previous, file.spare].map { try number($0, folder) }
        for id in 4...9 {
            let spare = try number(file.spare, folder)
            try await store.add(.example(id, after: Double(id)), for: visitor)
            #expect(try number(file.current, folder) == spare)
            #expect(try ids(file.current, folder) == Array((1...id).reversed()))
            #expect(try ids(file.previous, folder) == Array((1..<id).reversed()))
            #expect(try Set([file.current, file.previous, file.spare].map { try number($0, folder) }) == Set(numbers))
        }
    }

    @Test("of a longer list that is written over nothing is left")
    func shorter() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder, changes: 40)
        try await store.remove(Array(3...40), for: visitor)
        for id in 50...53 {
            try await store.add(.example(id, after: Double(id)), for: visitor)
            let fresh = try FileStore(folder: folder.path, operations: FileOperations())
            #expect(try await fresh.favourites(of: visitor).map(\.id) == Array((50...id).reversed()) + [2, 1])
            #expect(try ids(file.current, folder) == Array((50...id).reversed()) + [2, 1])
        }
    }

    @Test("a backup made of links stays what it was")
    func links() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder, changes: 5)
        let names = [file.current, file.previous, file.spare]
        for name in names { try #require(link(path(name, folder), "\(folder.path)/backup-\(name)") == 0) }
        let backup = try names.map { try folder.read("backup-\($0)") }
        for id in 6...12 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        #expect(try names.map { try folder.read("backup-\($0)") } == backup)
        #expect(try ids(file.current, folder) == Array((1...12).reversed()))
    }

    @Test("a file that others may read, or its owner may not write, is not used again", arguments: [0o644, 0o400])
    func mode(_ mode: mode_t) async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder, changes: 5)
        try #require(chmod(path(file.spare, folder), mode) == 0)
        for id in 6...9 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        for name in [file.current, file.previous, file.spare] {
            var status = stat()
            try #require(stat(path(name, folder), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        #expect(try ids(file.current, folder) == Array((1...9).reversed()))
    }

    @Test("whoever reads a file while it is written over gets what was acknowledged instead", arguments: [true, false])
    func torn(isAtOnce: Bool) async throws {
        let folder = try TemporaryFolder()
        let writer = TornWriter(try await store(folder, changes: 4), file, isReadAtOnce: isAtOnce)
        let reader = try FileStore(
            folder: folder.path, operations: FileOperations(intercept: { writer.interrupt($0) }))
        // The file of marks is opened by the first who waits.
        _ = try await reader.kept(by: .numbered(9))
        let found = try await reader.favourites(of: visitor).map(\.id)
        // Who waits for the lock sees the last change, too; who does not, what was acknowledged before.
        #expect(found == Array((isAtOnce ? 1...6 : 1...7).reversed()))
        writer.finish()
        #expect(writer.isHalfWritten.withLock { $0 })
        #expect(try folder.files().allSatisfy { !$0.contains("damaged") })
    }
}

/// Makes changes while a reader is about to read the file that it has opened, and stops in the middle of writing that
/// file until the reader has read it.
private final class TornWriter: Sendable {
    let isHalfWritten = Mutex(false)
    /// The reader’s, from the one that opens the file.
    private let steps = Mutex(0)
    private let half = DispatchSemaphore(value: 0)
    private let goOn = DispatchSemaphore(value: 0)
    private let store: FileStore
    private let file: VisitorFile
    private let isReadAtOnce: Bool

    init(_ other: FileStore, _ file: VisitorFile, isReadAtOnce: Bool) {
        self.store = other
        self.file = file
        self.isReadAtOnce = isReadAtOnce
    }

    func finish() { goOn.signal() }

    /// Stops the reader after it has opened the file and looked what it is, and learns that it asks for the lock.
    func interrupt(_ call: FileOperations.Call) -> FileOperations.Verdict {
        switch call {
        case .open(file.current): steps.withLock { $0 = max($0, 1) }
        case .read:
            let step = steps.withLock { step in
                if step > 0 { step += 1 }
                return step
            }
            if step == 3 { writeHalf() }
        case .openAtOnce where !isReadAtOnce: return .fail(EAGAIN)
        case .readAtOnce: writeHalf()
        // A store looks for locks when it is made, too.
        case .openLock: if isHalfWritten.withLock({ $0 }) { goOn.signal() }
        default: break
        }
        return .proceed
    }

    private func writeHalf() {
        if isHalfWritten.withLock({ $0 }) { return }
        DispatchQueue.global().async { [self] in write() }
        half.wait()
    }

    /// Two whole changes, and one whose first half is on the disk when the reader goes on.
    private func write() {
        for id in 5...6 { _ = store.save([.add([.example(id, after: Double(id))], onlyKnown: false)], to: file) }
        let writes = Mutex(0)
        let operations = FileOperations(intercept: { [self] call in
            guard call == .write else { return .proceed }
            let number = writes.withLock { number in
                number += 1
                return number
            }
            guard number > 1 else { return .shorten }
            isHalfWritten.withLock { $0 = true }
            half.signal()
            goOn.wait()
            return .proceed
        })
        guard let slow = try? FileStore(folder: store.folder, operations: operations) else { return }
        _ = slow.save([.add([.example(7, after: 7)], onlyKnown: false)], to: file)
    }
}
