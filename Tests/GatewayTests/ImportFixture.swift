import Basics
import FoundationEssentials
import Support
import Testing

@testable import Gateway

/// The result of importing texts as files into an archive.
struct ImportFixture {
    let folder: TemporaryFolder
    let archive: Archive
    let report: ImportReport
    /// The problems, without the folder in their paths.
    let problems: [String]

    /// Imports the files in the order of their names, into a new archive by default.
    init(_ files: [String: String], into archive: Archive? = nil) throws {
        try self.init(bytes: files.mapValues { Array($0.utf8) }, into: archive)
    }

    init(bytes files: [String: [UInt8]], into given: Archive? = nil) throws {
        let folder = try TemporaryFolder()
        let archive = try given ?? Archive()
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)")) }
        var problems: [String] = []
        let paths = files.keys.sorted().map { "\(folder.path)/\($0)" }
        report = try archive.importRecords(
            of: paths, onProblem: { problems.append($0.description.replacing(folder.path + "/", with: "")) })
        self.folder = folder
        self.archive = archive
        self.problems = problems
    }

    init(_ text: String, into archive: Archive? = nil) throws { try self.init(["a.json": text], into: archive) }

    var client: GatewayClient {
        GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    func only(_ path: String) async throws -> JSON { try #require(try await client.results(path).first) }
}

/// Minimal JSON of recorded objects.
enum RecordedJSON {
    /// Returns a text as a JSON string.
    static func quoted(_ text: String) -> String {
        String(decoding: JSONText.quoted(text), as: UTF8.self)
    }

    static let base = "http://gateway.marvel.com/v1/public"

    static func summary(_ owner: String, _ kind: String, _ items: [(Int, String)] = [], available: Int? = nil) -> String
    {
        let list = items.map { #"{"resourceURI":"\#(base)/\#(kind)/\#($0.0)","name":"\#($0.1)"}"# }
        return #""\#(kind)":{"available":\#(available ?? items.count),"collectionURI":"\#(base)/\#(owner)/\#(kind)","#
            + #""items":[\#(list.joined(separator: ","))],"returned":\#(items.count)}"#
    }

    /// Returns a character with all fields.
    static func character(
        _ id: Int, _ name: String, description: String = "", modified: String = "2014-04-29T14:18:17-0400",
        comics: [(Int, String)] = [], available: Int? = nil
    ) -> String {
        let summaries = [
            summary("characters/\(id)", "comics", comics, available: available),
            summary("characters/\(id)", "series"), summary("characters/\(id)", "stories"),
            summary("characters/\(id)", "events"),
        ]
        return #"{"id":\#(id),"name":"\#(name)","description":"\#(description)","modified":"\#(modified)","#
            + #""thumbnail":{"path":"http://i.annihil.us/u/prod/marvel/i/mg/1","extension":"jpg"},"#
            + #""resourceURI":"\#(base)/characters/\#(id)",\#(summaries.joined(separator: ",")),"urls":[]}"#
    }

    static func comic(_ id: Int, _ title: String, _ more: String = "") -> String {
        #"{"id":\#(id),"title":"\#(title)","issueNumber":1\#(more),"resourceURI":"\#(base)/comics/\#(id)"}"#
    }

    static func data(_ objects: String...) -> String {
        #"{"offset":0,"limit":20,"total":99,"count":\#(objects.count),"results":[\#(objects.joined(separator: ","))]}"#
    }

    static func envelope(_ objects: String...) -> String {
        #"{"code":200,"status":"Ok","copyright":"© 2021 MARVEL","attributionText":"Data provided by Marvel.","#
            + #""etag":"51a4","data":{"offset":0,"results":[\#(objects.joined(separator: ","))],"total":9}}"#
    }
}
