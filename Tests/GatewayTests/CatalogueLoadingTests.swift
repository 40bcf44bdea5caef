import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("Loading a catalogue")
struct CatalogueLoadingTests {
    /// What is said of a folder with these files.
    private func complaint(_ files: [String: String]) throws -> String {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/motifs", withDestinationPath: "\(Fixture.folder)/gateway/catalogue/motifs")
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        do {
            _ = try Catalogue.load(folder: folder.path)
            return ""
        } catch let error as CatalogueError {
            return error.description.replacing(folder.path, with: "FOLDER")
        }
    }

    @Test(
        "a bad record is named with its file, its place and its id",
        arguments: [
            (#"[{"id":1}]"#, #"record 1 (id 1): "name" is missing"#),
            (#"[{"name":"A"}]"#, #"record 1: "id" is missing"#),
            (#"[{"id":"1","name":"A"}]"#, #"record 1: "id" must be a whole number"#),
            (#"[{"id":0,"name":"A"}]"#, #"record 1 (id 0): "id" must be above 0"#),
            (#"[{"id":1.5,"name":"A"}]"#, #"record 1: "id" must be a whole number"#),
            (#"[{"id":1,"name":"A"}]"#, #"record 1 (id 1): "emblem" is missing"#),
            (
                #"[{"id":1,"name":"A","emblem":"star navy"}]"#,
                #"record 1 (id 1): "emblem": An emblem is four words, motif ground accent layout; “star navy” has 2."#
            ),
            (#"[{"id":1,"name":5,"emblem":"x"}]"#, #"record 1 (id 1): "name" must be a text"#),
            (#"[{"id":1,"name":"A","emblen":"x"}]"#, #"record 1 (id 1): "emblen" is no field of this kind"#),
            (#"[{"id":1,"id":2}]"#, #"record 1: "id" is there twice"#),
            (#"[{"id":1,"name":"A","thumbnail":"no"}]"#, #"record 1 (id 1): "thumbnail" must be true or false"#),
            (
                #"[{"id":1,"name":"A","thumbnail":false,"modified":"2014"}]"#,
                #"record 1 (id 1): "modified" must be a time such as 2014-04-29T14:18:17-0400"#
            ),
            (
                #"[{"id":1,"name":"A","thumbnail":false},{"id":1,"name":"B","thumbnail":false}]"#,
                "record 2 (id 1): this id was used before"
            ),
            (#"[5]"#, "record 1: this is no object"), (#"{}"#, "this is no list of records"),
            ("[{\n\"id\":1,\n}]", "line 3: a member's name is missing"), ("", "line 1: a value is missing"),
        ])
    func badRecord(text: String, expected: String) throws {
        #expect(try complaint(["characters-a.json": text]) == "characters-a.json: \(expected)")
    }

    @Test("an id that leads nowhere is named by the record that has it")
    func dangling() throws {
        let series = #"[{"id":7,"title":"S","startYear":2000,"endYear":2001,"characters":[9]}]"#
        #expect(
            try complaint(["series.json": series])
                == "series.json: record 1 (id 7): there is no character 9 in characters")
        let comics = #"[{"id":3,"title":"C","issueNumber":1,"series":8,"onsale":"2000-01-01"}]"#
        #expect(
            try complaint(["comics-a.json": comics])
                == "comics-a.json: record 1 (id 3): there is no series 8 in series")
        let stories = #"[{"id":3,"title":"","type":"story","comic":8}]"#
        #expect(
            try complaint(["stories.json": stories])
                == "stories.json: record 1 (id 3): there is no issue 8 in comics")
        let events = #"[{"id":3,"title":"E","creators":[{"id":4,"role":"writer"}]}]"#
        #expect(
            try complaint(["events.json": events])
                == "events.json: record 1 (id 3): there is no creator 4 in creators")
    }

    @Test("values that make no sense are refused")
    func senseless() throws {
        let series = #"[{"id":7,"title":"S","startYear":2002,"endYear":2001}]"#
        #expect(
            try complaint(["series.json": series])
                == #"series.json: record 1 (id 7): "endYear" is before "startYear""#)
        let stories = #"[{"id":3,"title":"","type":"song","comic":8}]"#
        #expect(
            try complaint(["stories.json": stories])
                == #"stories.json: record 1 (id 3): "type" must be cover or story"#)
        let comics = #"[{"id":3,"title":"C","issueNumber":1,"series":8,"onsale":"10 August"}]"#
        #expect(
            try complaint(["comics.json": comics])
                == #"comics.json: record 1 (id 3): "onsale" must be a date such as 1962-08-10"#)
        let format = #"[{"id":3,"title":"C","issueNumber":1,"series":8,"format":"Scroll"}]"#
        #expect(try complaint(["comics.json": format]) == #"comics.json: record 1 (id 3): "format" is none we know"#)
        let credits = #"[{"id":3,"title":"E","creators":[{"id":4}]}]"#
        #expect(
            try complaint(["events.json": credits])
                == #"events.json: record 1 (id 3): "creators" must be a list of {"id", "role"}"#)
        let ids = #"[{"id":3,"title":"E","series":["4"]}]"#
        #expect(
            try complaint(["events.json": ids])
                == #"events.json: record 1 (id 3): "series" must be a list of ids"#)
    }

    @Test("the example in CONTRIBUTING is a hero, and its error message is the real one")
    func contributing() throws {
        let package = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: package.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.contains(#"{"id": 9000900"#) })
        #expect(try complaint(["characters-a-c.json": "[\(line)]"]) == "")
        let mistaken = line.replacing("wing", with: "wind")
        let said = try complaint(["characters-a-c.json": "[\(Self.other), \(Self.another),\n\(mistaken)]"])
        let promised = try #require(text.split(separator: "`").first { $0.contains("is no motif") })
        #expect(said.hasPrefix(promised.dropLast()))
        #expect(promised.last == "…")
        #expect(try !Bundled.catalogue.get().items(.characters).contains { $0.id == 9_000_900 })
    }

    private static let other = #"{"id":1,"name":"A","emblem":"wing sky ivory waves"}"#
    private static let another = #"{"id":2,"name":"B","thumbnail":false}"#

    @Test("a folder without a catalogue is named")
    func folder() throws {
        #expect(try complaint([:]) == "FOLDER: there is no JSON file")
        #expect(try complaint(["heroes.json": "[]"]) == "heroes.json: the name does not begin with a kind")
        #expect(throws: CatalogueError.self) { try Catalogue.load(folder: "/nowhere/at/all") }
    }
}
