import FoundationEssentials

/// A folder of its own for one test, removed with all that is in it when this object goes.
package final class TemporaryFolder: Sendable {
    /// Absolute, without a slash at its end.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "heroes-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { remove() }

    package func remove() {
        // A test may have removed the folder itself; what is left over is the system's to clean.
        try? FileManager.default.removeItem(atPath: path)
    }
}
