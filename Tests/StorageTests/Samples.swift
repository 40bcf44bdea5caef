import FoundationEssentials
import Heroes
import Support

@testable import Storage

extension TemporaryFolder {
    /// The paths of all files in it, relative to it, but for those that are no visitor's.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isFolder = false
            let isThere = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            let others = ["lock", ChangeMarks.name, FileStore.roundName, FileStore.doubtName]
            return isThere && !isFolder && !others.contains { "/\(name)".hasSuffix("/\($0)") }
                && !name.contains("\(WritingNotes.folder)/")
        }.sorted()
    }

    /// The notes of writes in it.
    func notes() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + WritingNotes.folder)
    }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name))) }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: URL(filePath: path + "/" + name))
    }
}

extension Visitor {
    /// A visitor of that number, the same every time.
    static func numbered(_ number: UInt64) -> Visitor {
        var generator = Counter(value: number)
        return Visitor.new(using: &generator)
    }

    private struct Counter: RandomNumberGenerator {
        var value: UInt64
        mutating func next() -> UInt64 {
            value = value &* 0x9E37_79B9_7F4A_7C15 &+ 1
            return value
        }
    }
}

extension Favourite {
    /// A favourite added so many seconds after the first.
    static func example(_ id: Hero.ID, after seconds: Double = 0) -> Favourite {
        Favourite(
            id: id, name: "Hero “\(id)”\n<b>\\é😀",
            thumbnail: id % 2 == 0 ? nil : Thumbnail(path: "https://i.test/\(id)", fileExtension: "jpg"),
            added: Date(timeIntervalSince1970: 1_700_000_000 + seconds))
    }
}

extension FileStore {
    /// The store of the process that comes next, with what the one before has left cleaned up; the threads of that one let
    /// go of its notes when they end.
    static func restarted(_ folder: TemporaryFolder) async throws -> FileStore {
        let deadline = ContinuousClock.now + .seconds(60)
        let log = Log()
        repeat {
            let store = try FileStore(folder: folder.path, log: log.add, operations: FileOperations())
            store.removeLeftovers()
            // A change that failed before it was noted leaves none.
            if (try? folder.notes())?.isEmpty ?? true { return store }
            try await Task.sleep(for: .milliseconds(1))
        } while ContinuousClock.now < deadline
        throw LeftNotes(log: log.lines)
    }

    private struct LeftNotes: Error {
        let log: [String]
    }
}
