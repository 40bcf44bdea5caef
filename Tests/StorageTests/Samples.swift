import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization

@testable import Storage

extension TemporaryFolder {
    /// Returns the relative paths of all visitors' files.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isFolder = false
            let exists = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            return exists && !isFolder && !"/\(name)".hasSuffix("/lock")
        }.sorted()
    }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name))) }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: URL(filePath: path + "/" + name))
    }

    /// Returns the visitor's heroes from a copy of the folder, as after a restart of the machine.
    func heroesInCopy(of visitor: Visitor) async throws -> [Hero.ID] {
        let copy = try TemporaryFolder()
        let path = copy.path + "/copy"
        try FileManager.default.copyItem(atPath: self.path, toPath: path)
        return try await FileStore(folder: path, system: FileSystem()).favourites(of: visitor).list.map(\.id)
    }

    /// Sets the modification times of all files some days before a time of the store's clock, which lags behind `Date()` by
    /// some milliseconds.
    func age(byDays days: Int, before now: Int = time(nil)) throws {
        let date = Date(timeIntervalSince1970: Double(now - days * 86_400))
        for name in try files() {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path + "/" + name)
        }
    }
}

/// Records log lines.
final class Log: Sendable {
    private let text = Mutex<[String]>([])

    var lines: [String] { text.withLock { $0 } }

    @Sendable func add(_ line: String) { text.withLock { $0.append(line) } }
}
