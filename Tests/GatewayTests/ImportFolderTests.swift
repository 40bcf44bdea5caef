import FoundationEssentials
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
        RecordFile.expand([folder.path]).map { $0.path.replacing(folder.path + "/", with: "") }
    }

    @Test("imports nested folders, sorted by name")
    func nested() throws {
        try write("b/2.json", "b/1.json", "A.JSON", "c.ndjson", "b/deep/er/3.jsonl", "b/notes.txt", "empty/x.txt")
        #expect(expanded == ["A.JSON", "b/1.json", "b/2.json", "b/deep/er/3.jsonl", "c.ndjson"])
        #expect(RecordFile.expand(["-", "/no/such/file"]).map(\.path) == ["-", "/no/such/file"])
    }

    @Test("symbolic links may form cycles; each folder is imported once")
    func links() throws {
        try write("a/1.json", "b/2.json")
        try link("a/back", to: "")
        try link("a/self", to: "a")
        try link("c", to: "b")
        try link("d.json", to: "a/1.json")
        try link("e.json", to: "nowhere")
        #expect(expanded == ["a/1.json", "b/2.json", "d.json", "e.json"])
    }

    @Test("compressed files are reported")
    func compressed() throws {
        try write("a.json", "notes.gz")
        for name in ["b.json.gz", "c.JSONL.GZ"] {
            try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        var problems: [String] = []
        let report = try Archive().importRecords(of: [folder.path]) { problems.append($0.description) }
        #expect(report.goodCount == 1 && report.badCount == 2)
        #expect(
            problems
                == ["b.json.gz", "c.JSONL.GZ"].map { "\(folder.path)/\($0): it is compressed (gzip); unpack it first" })
    }
}
