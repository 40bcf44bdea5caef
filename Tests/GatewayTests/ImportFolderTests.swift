import FoundationEssentials
import Glibc
import Support
import Testing

@testable import Gateway

@Suite("Importing a folder")
struct ImportFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ names: String...) throws {
        for name in names {
            let file = URL(filePath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(RecordedJSON.character(1, "A").utf8).write(to: file)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(name)", withDestinationPath: "\(folder.path)/\(target)")
    }

    private var expanded: [String] {
        RecordFile.expand([folder.path]).map { $0.replacing(folder.path + "/", with: "") }
    }

    @Test("imports nested folders, sorted by name")
    func nested() throws {
        try write("b/2.json", "b/1.json", "A.JSON", "c.ndjson", "b/deep/er/3.jsonl", "b/notes.txt", "empty/x.txt")
        #expect(expanded == ["A.JSON", "b/1.json", "b/2.json", "b/deep/er/3.jsonl", "c.ndjson"])
        #expect(RecordFile.expand(["-", "/no/such/file"]) == ["-", "/no/such/file"])
    }

    @Test("follows symbolic links to files, not to folders, which may form cycles")
    func links() throws {
        try write("a/1.json", "b/2.json")
        try link("a/back", to: "")
        try link("a/self", to: "a")
        try link("c", to: "b")
        try link("d.json", to: "a/1.json")
        try link("e.json", to: "nowhere")
        #expect(expanded == ["a/1.json", "b/2.json", "d.json", "e.json"])
    }

    @Test("a folder without records says which files it lacks")
    func noRecords() throws {
        try write("notes.txt")
        let paths = RecordFile.expand([folder.path])
        #expect(paths == [folder.path])
        #expect(
            RecordFile.read(folder.path).problem
                == "it is a folder without files of records (.json, .jsonl, .ndjson, .har)")
    }

    @Test("compressed files are reported")
    func compressed() throws {
        try write("a.json", "notes.gz")
        for name in ["b.json.gz", "c.JSONL.GZ"] {
            try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        var problems: [String] = []
        let report = try Archive().importRecords(of: [folder.path], onProblem: { problems.append($0.description) })
        #expect([report.goodCount, report.badCount] == [1, 2])
        #expect(
            problems
                == ["b.json.gz", "c.JSONL.GZ"].map { "\(folder.path)/\($0): it is compressed (gzip); unpack it first" })
    }
}

@Suite("A file that is not JSON")
struct UnsupportedFormatTests {
    private static let good = RecordedJSON.character(1, "A")

    @Test(
        "is reported with its format and what to do",
        arguments: [
            (Array("PK\u{3}\u{4}".utf8), "zip"), ([0x1F, 0x8B, 8, 0], "gzip"),
            (Array("SQLite format 3\0".utf8), "SQLite"), ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0, 0x5B], "UTF-16"),
        ] as [([UInt8], String)])
    func format(bytes: [UInt8], name: String) throws {
        let imported = try ImportFixture(bytes: ["a.json": bytes, "b.json": Array(Self.good.utf8)])
        #expect([imported.problems.count, imported.report.badCount, imported.report.goodCount] == [1, 1, 1])
        #expect(imported.problems[0].hasPrefix("a.json: it is "))
        #expect(imported.problems[0].contains(name))
    }

    @Test("is skipped in a folder if it is a pipe or device")
    func pipe() throws {
        let folder = try TemporaryFolder()
        try Data(Self.good.utf8).write(to: URL(filePath: folder.path + "/b.json"))
        try #require(mkfifo(folder.path + "/a.json", 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/c.json", withDestinationPath: "/dev/zero")
        let report = try Archive().importRecords(of: [folder.path], onProblem: { Issue.record("\($0)") })
        #expect(report.goodCount == 1)
    }
}
