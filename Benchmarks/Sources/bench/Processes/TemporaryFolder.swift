import Foundation

/// A folder of its own, gone with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "bench-\(UUID().uuidString)"
        Leftovers.shared.note(folder: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { Leftovers.shared.remove(folder: path) }

    /// The path of a file or folder in it.
    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file; folders on its way are made.
    func write(_ content: some Sequence<UInt8>, to name: String) throws {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: url)
    }

    static func delete(_ path: String) {
        // It lies among temporary files: what cannot be deleted here, the system deletes.
        try? FileManager.default.removeItem(atPath: path)
    }
}
