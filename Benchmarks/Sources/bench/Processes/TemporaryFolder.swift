import Foundation

/// A folder that is deleted with the value.
final class TemporaryFolder: Sendable {
    let path = Cleanup.folder + "/\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // The end of the program deletes the rest.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file or folder in it.
    func path(_ name: String) -> String { path + "/" + name }

    func write(_ content: some Sequence<UInt8>, to name: String) throws {
        try Data(content).write(to: URL(filePath: path(name)))
    }
}
