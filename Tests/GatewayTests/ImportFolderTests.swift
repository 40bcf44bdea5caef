import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("A folder of recorded answers")
struct ImportFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ names: String...) throws {
        for name in names {
            let file = URL(filePath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Recorded.character(1, "A").utf8).write(to: file)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(name)", withDestinationPath: "\(folder.path)/\(target)")
    }

    private var expanded: [String] {
        RecordFile.expand([folder.path]).map { $0.path.replacing(folder.path + "/", with: "") }
    }

    @Test("stands for the files in its folders, too, by name")
    func nested() throws {
        try put("b/2.json", "b/1.json", "A.JSON", "c.ndjson", "b/deep/er/3.jsonl", "b/notes.txt", "empty/x.txt")
        #expect(expanded == ["A.JSON", "b/1.json", "b/2.json", "b/deep/er/3.jsonl", "c.ndjson"])
        #expect(RecordFile.expand(["-", "/no/such/file"]).map(\.path) == ["-", "/no/such/file"])
    }

    @Test("ends where links lead back into it, and has what they lead to once")
    func links() throws {
        try put("a/1.json", "b/2.json")
        try link("a/back", to: "")
        try link("a/self", to: "a")
        try link("c", to: "b")
        try link("d.json", to: "a/1.json")
        try link("e.json", to: "nowhere")
        #expect(expanded == ["a/1.json", "b/2.json", "d.json", "e.json"])
    }

    @Test("names what is compressed in it")
    func compressed() throws {
        try put("a.json", "notes.gz")
        for name in ["b.json.gz", "c.JSONL.GZ"] {
            try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        var complaints: [String] = []
        let report = try Archive().importRecords(of: [folder.path]) { complaints.append($0.description) }
        #expect(report.good == 1 && report.bad == 2)
        #expect(
            complaints
                == ["b.json.gz", "c.JSONL.GZ"].map { "\(folder.path)/\($0): it is compressed (gzip); unpack it first" })
    }
}
