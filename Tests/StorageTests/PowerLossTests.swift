import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// Acknowledged changes survive a power failure.
@Suite struct PowerLossTests {
    private let visitor = Visitor.numbered(1)

    @Test("after a power failure during a change, the favourites are those before or after it")
    func duringChange() async throws {
        let folder = try TemporaryFolder()
        let disk = FolderRecorder(folder, VisitorFiles(visitor))
        let store = try FileStore(folder: folder.path, system: FileSystem(fault: disk.record))
        var expected: [Hero.ID] = []
        for id in 1...4 {
            try await store.add(.example(id, after: Double(id)), for: visitor)
            let before = expected
            expected.insert(id, at: 0)
            for state in try await disk.states(of: visitor) { #expect(state == before || state == expected) }
            // The acknowledged change is synced.
            #expect(try await disk.synced(of: visitor) == expected)
        }
    }
}

/// Records the states of a visitor's folder while a store uses it.
private final class FolderRecorder: Sendable {
    private struct State {
        /// The folder's content at each call, the newest last.
        var seen: [[String: [UInt8]]] = []
        /// The folder's content at the last fsync.
        var synced: [String: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let folder: TemporaryFolder
    private let files: VisitorFiles

    init(_ folder: TemporaryFolder, _ files: VisitorFiles) { (self.folder, self.files) = (folder, files) }

    @Sendable func record(_ call: String) -> Int32? {
        let now = content()
        state.withLock { state in
            state.seen.append(now)
            if call == "fsync \(files.folder)" { state.synced = now }
        }
        return nil
    }

    private func content() -> [String: [UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(files.folder)")) ?? []
        return names.reduce(into: [:]) { $0[$1] = try? folder.read("\(files.folder)/\($1)") }
    }

    /// Returns the favourites that a store reads in each of the states since the last call.
    func states(of visitor: Visitor) async throws -> [[Hero.ID]] {
        let seen = state.withLock { state in
            defer { state.seen = [] }
            return state.seen
        }
        var states: [[Hero.ID]] = []
        for content in Set(seen) { states.append(try await heroes(in: content, of: visitor)) }
        return states
    }

    func synced(of visitor: Visitor) async throws -> [Hero.ID] {
        try await heroes(in: state.withLock(\.synced), of: visitor)
    }

    private func heroes(in content: [String: [UInt8]], of visitor: Visitor) async throws -> [Hero.ID] {
        let after = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: after.path + "/" + files.folder, withIntermediateDirectories: true)
        for (name, bytes) in content { try after.write(bytes, to: "\(files.folder)/\(name)") }
        return try await FileStore(folder: after.path, system: FileSystem()).favourites(of: visitor).list.map(\.id)
    }
}
