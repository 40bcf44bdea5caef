import Glibc
import Heroes
import Support
import Testing

@testable import Storage

/// Whether a store tells beforehand that no favourite could be kept.
@Suite struct ProbeTests {
    /// A kind of call that a change makes.
    enum Kind: CaseIterable {
        case openLock, lock, create, write, truncate, setTime, sync, exchange, rename, remove

        func includes(_ call: FileOperations.Call) -> Bool {
            switch (self, call) {
            case (.openLock, .openLock), (.lock, .lock), (.create, .create), (.write, .write), (.truncate, .truncate),
                (.setTime, .setTime), (.sync, .sync), (.exchange, .exchange), (.rename, .rename), (.remove, .remove):
                true
            default: false
            }
        }
    }

    private func isReady(_ store: FileStore) async -> Bool {
        do {
            try await store.check()
            return true
        } catch {
            return false
        }
    }

    @Test("a store is ready as long as all that keeping a favourite takes can be done", arguments: Kind.allCases)
    func everyKind(kind: Kind) async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        #expect(await isReady(store))
        recorder.start { _, call in kind.includes(call) ? .fail(EIO) : .proceed }
        #expect(await !isReady(store))
        _ = recorder.stop()
        #expect(await isReady(store))
        if kind != .remove { #expect(try folder.notes() == []) }
    }

    @Test("where names cannot be exchanged a store is ready all the same")
    func noExchange() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder(canExchange: false))
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        #expect(await isReady(store))
        #expect(try folder.notes() == [])
    }

    @Test("many looks at once are all ready, of two processes, too")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let stores = try (0..<2).map { _ in try FileStore(folder: folder.path) }
        await withTaskGroup { tasks in
            for number in 0..<64 { tasks.addTask { #expect(await isReady(stores[number % 2])) } }
        }
    }
}
