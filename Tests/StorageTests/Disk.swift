import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization

@testable import Storage

/// What of one visitor's folder would be found after the power failed: what it held when it was last synced.
final class Disk: Sendable {
    private struct State {
        var isSynced = false
        var files: [String: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let folder: TemporaryFolder
    private let file: VisitorFile
    /// Whether a sync of the folder fails, after all that was to be written has been.
    let isFailing = Mutex(false)

    init(_ folder: TemporaryFolder, _ file: VisitorFile) { (self.folder, self.file) = (folder, file) }

    @Sendable func intercept(_ call: FileOperations.Call) -> FileOperations.Verdict {
        settle()
        guard call == .sync(file.folder) else { return .proceed }
        state.withLock { $0.isSynced = true }
        guard isFailing.withLock({ $0 }) else { return .proceed }
        settle()
        return .fail(EIO)
    }

    private func settle() {
        state.withLock { state in
            guard state.isSynced else { return }
            state.isSynced = false
            state.files = [:]
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(file.folder)")) ?? [] {
                state.files[name] = try? folder.read("\(file.folder)/\(name)")
            }
        }
    }

    /// What a store finds when the machine is on again.
    func found(by visitor: Visitor) async throws -> [Hero.ID] {
        settle()
        let after = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: after.path + "/" + file.folder, withIntermediateDirectories: true)
        for (name, bytes) in state.withLock({ $0.files }) { try after.write(bytes, to: "\(file.folder)/\(name)") }
        return try await FileStore(folder: after.path, operations: FileOperations()).favourites(of: visitor).map(\.id)
    }
}
