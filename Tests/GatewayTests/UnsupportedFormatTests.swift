import FoundationEssentials
import Glibc
import Support
import Testing

@testable import Gateway

@Suite("A file that is not JSON")
struct UnsupportedFormatTests {
    private static let good = RecordedJSON.character(1, "A")

    /// The first bytes of files by format; `bytes` are the non-text bytes before `text`.
    private static let formats: [(bytes: [UInt8], text: String, name: String)] = [
        ([], "PK\u{3}\u{4}", "zip"), ([0x1F, 0x8B, 8, 0], "", "gzip"), ([0xFD], "7zXZ\0", "xz"),
        ([], "BZh91AY", "bzip2"),
        ([0x28, 0xB5, 0x2F, 0xFD, 4], "", "zstd"), ([], "---\nid: 1\nname: A\n", "YAML"),
        ([], "<?xml version=\"1.0\"?>\n<a/>\n", "XML"),
        ([], "\n<!doctype html>\n<p>\n", "HTML"), ([UInt8](repeating: 0, count: 257), "ustar\0", "tar"),
        ([], "%PDF-1.7\n", "PDF"), ([], "SQLite format 3\0", "SQLite"),
    ]

    @Test("is reported with its format and what to do", arguments: formats)
    func format(bytes: [UInt8], text: String, name: String) throws {
        let imported = try ImportFixture(bytes: ["a.json": bytes + Array(text.utf8), "b.json": Array(Self.good.utf8)])
        #expect(imported.problems.count == 1 && imported.report.badCount == 1 && imported.report.goodCount == 1)
        #expect(imported.problems[0].hasPrefix("a.json: it is ") && imported.problems[0].contains(name))
    }

    @Test("is skipped in a folder if it is a pipe or device, and read if it is named", .timeLimit(.minutes(1)))
    func pipe() throws {
        let folder = try TemporaryFolder()
        try Data(Self.good.utf8).write(to: URL(filePath: folder.path + "/b.json"))
        let pipe = folder.path + "/a.json"
        try #require(mkfifo(pipe, 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/c.json", withDestinationPath: "/dev/zero")
        var problems: [String] = []
        let report = try Archive().importRecords(of: [folder.path]) { problems.append($0.description) }
        #expect(report.goodCount == 1 && problems.count == 2 && problems.allSatisfy { $0.contains("a pipe, a socket") })
        let writer = open(pipe, O_RDWR)
        try #require(writer >= 0)
        let text = RecordedJSON.character(2, "B") + "\n"
        try #require(write(writer, text, text.utf8.count) == text.utf8.count)
        // The first record arrives before the end of the file.
        let named = try Archive().importRecords(of: [pipe], progress: { if case .reading = $0 { close(writer) } })
        #expect(named.goodCount == 1)
    }
}
