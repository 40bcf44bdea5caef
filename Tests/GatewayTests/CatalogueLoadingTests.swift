import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("Loading a catalogue")
struct CatalogueLoadingTests {
    /// Returns the error of loading a folder with these files; empty if there is none.
    private func errorText(_ files: [String: String]) throws -> String {
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
        "an error names the file, the record and its id",
        arguments: [
            (#"[{"id":1}]"#, #"record 1 (id 1): "name" is missing"#),
            (#"[{"name":"A"}]"#, #"record 1: "id" is missing"#),
            (#"[{"id":"1","name":"A"}]"#, #"record 1: "id" must be an integer from 1 to 9007199254740992"#),
            (#"[{"id":0,"name":"A"}]"#, #"record 1 (id 0): "id" must be an integer from 1 to 9007199254740992"#),
            (#"[{"id":1.5,"name":"A"}]"#, #"record 1: "id" must be an integer from 1 to 9007199254740992"#),
            (#"[{"id":1,"name":"A"}]"#, #"record 1 (id 1): "emblem" is missing"#),
            (
                #"[{"id":1,"name":"A","emblem":"star navy"}]"#,
                #"record 1 (id 1): "emblem": The emblem of a hero is four words, motif ground accent layout, and “star navy” is not."#
            ),
            (#"[{"id":1,"name":5,"emblem":"x"}]"#, #"record 1 (id 1): "name" must be a string"#),
            (#"[{"id":1,"name":"A","emblen":"x"}]"#, #"record 1 (id 1): "emblen" is not a field of this kind"#),
            (#"[{"id":1,"id":2}]"#, #"record 1: "id" occurs twice"#),
            (#"[{"id":1,"name":"A","thumbnail":"no"}]"#, #"record 1 (id 1): "thumbnail" must be true or false"#),
            (
                #"[{"id":1,"name":"A","thumbnail":false,"modified":"2014"}]"#,
                #"record 1 (id 1): "modified" must be a time such as 2014-04-29T14:18:17-0400"#
            ),
            (
                #"[{"id":1,"name":"A","thumbnail":false},{"id":1,"name":"B","thumbnail":false}]"#,
                "record 2 (id 1): this id is already in use"
            ),
            (#"[5]"#, "record 1: it is not an object"), (#"{}"#, "it is not a list of records"),
            ("[{\n\"id\":1,\n,}]", "line 3: a value is missing"), ("", "line 1: the file ends in the middle of it"),
        ])
    func badRecord(text: String, expected: String) throws {
        #expect(try errorText(["characters-a.json": text]) == "characters-a.json: \(expected)")
    }

    @Test(
        "an unknown id is an error of the record with it, and so is an invalid value",
        arguments: [
            (
                "series", #""id":7,"title":"S","startYear":2000,"endYear":2001,"characters":[9]"#,
                "there is no character 9 in characters"
            ),
            ("comics", #""id":7,"title":"C","issueNumber":1,"series":8"#, "there is no series 8 in series"),
            ("stories", #""id":7,"title":"","type":"story","comic":8"#, "there is no issue 8 in comics"),
            ("events", #""id":7,"title":"E","creators":[{"id":4,"role":"w"}]"#, "there is no creator 4 in creators"),
            (
                "series", #""id":7,"title":"S","startYear":2002,"endYear":2001"#, #""endYear" is before "startYear""#
            ),
            ("stories", #""id":7,"title":"","type":"song","comic":8"#, #""type" must be cover or story"#),
            (
                "comics", #""id":7,"title":"C","issueNumber":1,"series":8,"onsale":"10 August""#,
                #""onsale" must be a date such as 1962-08-10 or a month such as 1962-08"#
            ),
            (
                "comics", #""id":7,"title":"C","issueNumber":1,"series":8,"coverDate":"1962-08-10""#,
                #""coverDate" is a month, in place of "onsale""#
            ),
            (
                "comics", #""id":7,"title":"C","issueNumber":1,"series":8,"characters":[1],"main":[2]"#,
                #"character 2 has a role, but is not in "characters", or has two roles"#
            ),
            ("comics", #""id":7,"title":"C","issueNumber":1,"format":"Scroll""#, #""format" is unknown"#),
            ("events", #""id":7,"title":"E","creators":[{"id":4}]"#, #""creators" must be a list of {"id", "role"}"#),
            ("events", #""id":7,"title":"E","series":["4"]"#, #""series" must be a list of ids"#),
            ("events", #""id":7,"title":"E","series":[4611686018427387904]"#, #""series" must be a list of ids"#),
            ("events", #""id":7,"title":"E","next":-5"#, #""next" must be an integer from 1 to 9007199254740992"#),
            (
                "comics", #""id":7,"title":"C","issueNumber":1,"series":9007199254740993"#,
                #""series" must be an integer from 1 to 9007199254740992"#
            ),
            ("comics", #""id":7,"title":"C","issueNumber":1e999"#, #""issueNumber" must be a number"#),
            (
                "events", #""id":7,"title":"E","creators":[{"id":1e300,"role":"w"}]"#,
                #""creators" must be a list of {"id", "role"}"#
            ),
            ("events", #""id":7,"title":"E","cover":[4]"#, #""cover" must be up to five of the event's characters"#),
            ("events", #""id":7,"title":"E","emblem":"navy gold halo""#, #""emblem" is not a field of this kind"#),
            (
                "series", #""id":7,"title":"S","emblem":"star navy gold halo""#,
                #""emblem": The emblem of a work is three words, ground accent layout, and “star navy gold halo” is not."#
            ),
        ])
    func badReference(kind: String, record: String, expected: String) throws {
        #expect(try errorText(["\(kind)-a.json": "[{\(record)}]"]) == "\(kind)-a.json: record 1 (id 7): \(expected)")
    }

    @Test("the example in CONTRIBUTING is valid, and its example of an error is accurate")
    func contributing() throws {
        let package = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: package.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.contains(#"{"id": 9000900"#) })
        #expect(try errorText(["characters-a.json": "[\(line)]"]) == "")
        let misspelled = line.replacing("star", with: "wind")
        let error = try errorText(["characters-a.json": "[\(Self.other), \(Self.another),\n\(misspelled)]"])
        let documented = try #require(text.split(separator: "`").first { $0.contains("is no motif") })
        #expect(error.hasPrefix(documented.dropLast()))
        #expect(documented.last == "…")
        #expect(try !BundledCatalogue.catalogue.get().items(.characters).contains { $0.id == 9_000_900 })
    }

    private static let other = #"{"id":1,"name":"A","emblem":"star sky ivory waves"}"#
    private static let another = #"{"id":2,"name":"B","thumbnail":false}"#

    @Test("a folder without a catalogue is an error")
    func folder() throws {
        #expect(try errorText([:]) == "FOLDER: there is no JSON file")
        #expect(try errorText(["heroes.json": "[]"]) == "heroes.json: its name does not start with a kind")
        #expect(throws: CatalogueError.self) { try Catalogue.load(folder: "/nowhere/at/all") }
    }
}
