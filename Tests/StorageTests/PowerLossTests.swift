import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// The disk after the power failed: it holds all that was acknowledged.
@Suite struct PowerLossTests {
    private let visitor = Visitor.numbered(1)

    @Test("whenever the power fails during a change, the favourites are those before or those after it")
    func duringChange() async throws {
        let folder = try TemporaryFolder()
        let disk = Disk(folder, VisitorFiles(visitor))
        let store = try FileStore(folder: folder.path, system: FileSystem(fault: disk.look))
        var expected: [Hero.ID] = []
        for id in 1...4 {
            try await store.add(.example(id, after: Double(id)), for: visitor)
            let before = expected
            expected.insert(id, at: 0)
            for found in try await disk.states(of: visitor) { #expect(found == before || found == expected) }
            // All that is acknowledged is synced.
            #expect(try await disk.synced(of: visitor) == expected)
        }
    }
}

/// The states of one visitor's folder while a store works in it.
private final class Disk: Sendable {
    private struct State {
        /// The folder at each call, the newest last.
        var seen: [[String: [UInt8]]] = []
        /// The folder when it was last synced.
        var synced: [String: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let folder: TemporaryFolder
    private let files: VisitorFiles

    init(_ folder: TemporaryFolder, _ files: VisitorFiles) { (self.folder, self.files) = (folder, files) }

    @Sendable func look(_ call: String) -> Int32? {
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

    /// What a store finds in each of the states since the last time.
    func states(of visitor: Visitor) async throws -> [[Hero.ID]] {
        let seen = state.withLock { state in
            defer { state.seen = [] }
            return state.seen
        }
        var found: [[Hero.ID]] = []
        for content in Set(seen) { found.append(try await heroes(in: content, of: visitor)) }
        return found
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
