import Glibc
import Heroes
import Support
import Testing

@testable import Storage

/// What is left of a visitor who wants to be forgotten.
@Suite struct ForgettingTests {
    private let visitor = Visitor.numbered(1)

    /// A store with three favourites of the visitor's in it.
    private func store(_ folder: TemporaryFolder, _ recorder: FaultRecorder) async throws -> FileStore {
        let store = try FileStore(folder: folder.path, system: recorder.system)
        for id in 1...3 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        return store
    }

    @Test("wherever a crash ends it, all is there after the next start, or nothing at all")
    func everyCrash() async throws {
        for number in 1... {
            let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
            let store = try await store(folder, recorder)
            recorder.start { call, _ in call >= number ? EIO : nil }
            let isForgotten = (try? await store.forget(visitor)) != nil
            let found = try await folder.heroesInCopy(of: visitor)
            #expect(found == [] || !isForgotten && found == [3, 2, 1], "\(number): \(found)")
            if isForgotten { return }
        }
    }

    @Test("on a full disk there is room for it")
    func fullDisk() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try await store(folder, recorder)
        recorder.start { _, call in call.hasPrefix("write") || call.hasPrefix("create") ? ENOSPC : nil }
        try await store.forget(visitor)
        #expect(try folder.files() == [])
    }
}
