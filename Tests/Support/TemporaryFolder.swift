import FoundationEssentials

/// A folder for one test, deleted with its content when this object is deallocated.
package final class TemporaryFolder: Sendable {
    /// Absolute, without a trailing slash.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "heroes-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { remove() }

    package func remove() {
        // A test may have deleted the folder itself; anything left over is in the system's temporary folder.
        try? FileManager.default.removeItem(atPath: path)
    }
}
