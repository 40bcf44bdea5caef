import Basics
import FoundationEssentials
import GRDB
import Support
import Testing

@testable import Gateway

@Suite("The import of an archive")
struct ImportArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func archive() throws -> Archive { try Archive(path: folder.path + "/new.sqlite") }

    private func client(_ archive: Archive) -> GatewayClient {
        GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    @Test("of any earlier version reads objects, names, relations, roles and facts", arguments: 1...8)
    func earlierVersion(_ version: Int) async throws {
        let path = try EarlierArchive(version: version).write(to: folder.path + "/old.sqlite")
        #expect(throws: ArchiveError.otherVersion(path: path, version: version)) { try Archive.existing(path: path) }
        let before = try Data(contentsOf: URL(filePath: path))
        let archive = try archive()
        let report = try archive.importRecords(of: [path], onProblem: { Issue.record("\($0)") })
        #expect(report.counts[.characters] == ImportReport.Counts(new: 1))
        #expect(report.counts[.comics] == ImportReport.Counts(new: 1, named: 1))
        let client = client(archive)
        let hero = try #require(try await client.results("characters/1?facts=true").first)
        #expect(hero["name"]?.text == "Alpha")
        #expect(hero["description"]?.text == "The “first”")
        #expect(hero["thumbnail"]?["path"]?.text == "http://i.annihil.us/1")
        #expect(hero["comics"]?["available"]?.int == 2)
        #expect(try await client.ids("characters/1/comics").sorted() == [10, 12])
        #expect(try await client.results("comics/10").first?["title"]?.text == "Ten #1")
        #expect(try await client.ids("comics/10/characters") == [1])
        let comic = try #require(try await client.results("comics/12").first)
        #expect(comic["issueNumber"]?.int == 3)
        #expect(comic["creators"]?["items"]?.elements.first?["role"]?.text == "writer")
        #expect(try await client.results("creators").map { $0["fullName"]?.text } == ["Stan Lee"])
        #expect(hero["facts"]?["realName"]?.text == (version < 5 ? nil : "Alan Alpha"))
        #expect(try await client.results("teams").map { $0["name"]?.text } == (version < 5 ? [] : ["Avengers"]))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasPrefix("old") }
                == ["old.sqlite"])
    }

    @Test("compares its copies with others by the rules of this version", arguments: [true, false])
    func qualities(_ isFirst: Bool) async throws {
        func row(_ id: Int, modified: Int, _ fields: String) -> String {
            let template = """
                {"id":\(id),\(fields),"resourceURI":"\u{1}/v1/public/characters/\(id)","comics":\u{2}\u{1},"urls":[]}
                """
            return EarlierArchive.row(id * 8, isFull: true, modified: modified, information: 2, template)
        }
        let mention = #""name":"Mention","description":"","modified":"2020-01-01T00:00:00-0500""#
        let later = #""name":"Later","description":"x","modified":"1/2/2020""#
        let path = try EarlierArchive(version: 2).write(
            to: folder.path + "/old.sqlite",
            row(2, modified: 1_577_854_800, mention) + row(3, modified: 0, later))
        let json = folder.path + "/new.json"
        let records = [2, 3].map { RecordedJSON.character($0, "New", description: "New") }
        try Data(records.joined(separator: "\n").utf8).write(to: URL(filePath: json))
        let archive = try archive()
        _ = try archive.importRecords(of: isFirst ? [path, json] : [json, path])
        let client = client(archive)
        #expect(try await client.results("characters/2").first?["name"]?.text == "New")
        #expect(try await client.results("characters/3").first?["name"]?.text == "Later")
    }

    @Test("of this version gives the same objects, and merges those of two archives")
    func currentVersion() async throws {
        let path = folder.path + "/old.sqlite"
        let old = try Archive(path: path)
        let hero = RecordedJSON.character(1, "Alpha", description: "First", comics: [(10, "Ten #1")], available: 3)
        _ = try ImportFixture(RecordedJSON.data(hero, RecordedJSON.comic(12, "Twelve #1")), into: old)
        try old.close()
        let copy = try archive()
        #expect(try copy.importRecords(of: [path]).counts[.characters] == ImportReport.Counts(new: 1))
        func bodies(_ archive: Archive) throws -> [Data] {
            try archive.database.read { try Data.fetchAll($0, sql: "SELECT json FROM body ORDER BY key") }
        }
        let expected = try bodies(try Archive.existing(path: path))
        #expect(try bodies(copy) == expected)
        #expect(expected.count == 3)
        #expect(try copy.importRecords(of: [path]).hasChanges == false)
        // An object that was only named is replaced by its record, and the relations of both archives stay.
        let more = RecordedJSON.comic(10, "Ten #1", #","pageCount":32"#)
        let other = try Archive(path: folder.path + "/other.sqlite")
        _ = try ImportFixture(
            RecordedJSON.data(RecordedJSON.character(2, "Beta", comics: [(10, "Ten #1")]), more), into: other)
        try other.close()
        let merged = try copy.importRecords(of: [folder.path + "/other.sqlite"])
        #expect(merged.counts[.comics] == ImportReport.Counts(new: 1))
        let client = client(copy)
        #expect(try await client.ids("comics/10/characters") == [1, 2])
        #expect(try await client.results("comics/10").first?["pageCount"]?.int == 32)
    }

    @Test("with damaged pages is an error that changes nothing")
    func damaged() async throws {
        let path = folder.path + "/old.sqlite"
        let old = try Archive(path: path)
        let heroes = (1...300).map { RecordedJSON.character($0, "Hero \($0)", comics: [($0, "Comic \($0)")]) }
        _ = try ImportFixture(heroes.joined(separator: "\n"), into: old)
        try old.close()
        let bytes = try Data(contentsOf: URL(filePath: path))
        let json = folder.path + "/a.json"
        try Data(RecordedJSON.character(999, "Good").utf8).write(to: URL(filePath: json))
        let archive = try archive()
        for damage in [
            bytes.prefix(bytes.count / 2), bytes.prefix(8192) + Data(repeating: 0xA5, count: bytes.count - 8192),
            bytes.prefix(4096) + Data(repeating: 0, count: bytes.count - 4096), bytes.prefix(5000),
        ] {
            try damage.write(to: URL(filePath: path))
            #expect(throws: ArchiveError.unusable(path: path, reason: "it is damaged")) {
                _ = try archive.importRecords(of: [json, path])
            }
        }
        #expect(try await archive.list(ListQuery(kind: .characters))?.total == 0)
    }

    @Test(
        "of tables that no archive has is refused",
        arguments: [
            "DROP TABLE source; CREATE VIEW source AS SELECT 1 AS key", "DROP TABLE link",
            "DROP TABLE source; CREATE VIRTUAL TABLE source USING fts5(key)", "PRAGMA application_id = 7",
            "PRAGMA user_version = 0", "PRAGMA user_version = 99",
        ])
    func foreign(_ sql: String) throws {
        let path = try EarlierArchive(version: 8).write(to: folder.path + "/old.sqlite", sql)
        let fixture = try ImportFixture(RecordedJSON.character(1, "Good"))
        var problems: [String] = []
        let report = try fixture.archive.importRecords(of: [path], onProblem: { problems.append($0.reason) })
        #expect(report.badCount == 1)
        #expect(report.goodCount == 0)
        let reason = try #require(problems.first)
        #expect(reason.contains(sql.contains("99") ? "later program" : "not an archive"))
    }

    @Test("skips records that are none, and keeps the others")
    func badRecords() async throws {
        let path = try EarlierArchive(version: 8).write(
            to: folder.path + "/old.sqlite",
            """
            INSERT INTO source VALUES (80, 1, 1, 1, x'7B02'), (88, 1, 1, 1, '{"id":1}'), (-8, 'a', 0, 2.5, 7);
            INSERT INTO link VALUES (80, 77, 1, '', 0), (-9, 1, 1, '', 0), (8, 1, -1, x'FF', 0), (8, 1, 9e18, '', 0);
            INSERT INTO facts VALUES (10, '{"realName":')
            """)
        var problems: [String] = []
        let archive = try archive()
        let report = try archive.importRecords(of: [path], onProblem: { problems.append($0.description) })
        #expect(report.badCount == 3)
        #expect(problems == ["\(path):1: a damaged record (and 2 more records)"])
        #expect(try await client(archive).ids("characters") == [1])
    }

    @Test("of an archive into itself is refused")
    func itself() throws {
        let path = folder.path + "/new.sqlite"
        var problems: [String] = []
        let report = try archive().importRecords(of: [path], onProblem: { problems.append($0.description) })
        #expect(problems == ["\(path): it is the archive itself"])
        #expect(report.badCount == 1)
    }
}

/// A file as `heroes import` of an earlier version wrote it: a hero, a comic, and a comic and a creator that these name.
private struct EarlierArchive {
    let version: Int

    /// Writes the file, and then runs more SQL; returns the path.
    func write(to path: String, _ more: String = "") throws -> String {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: tables + records + links)
            try db.execute(sql: "PRAGMA application_id = \(0x4D48_6572); PRAGMA user_version = \(version)")
            try db.execute(sql: more)
        }
        try queue.close()
        return path
    }

    private var tables: String {
        let summary = version < 6 ? "told" : "inSummary"
        let origin = version < 6 ? "edition INTEGER NOT NULL, marvel INTEGER NOT NULL" : "marvel INTEGER NOT NULL"
        let relation =
            (2...5).contains(version)
            ? "ranks BLOB NOT NULL, PRIMARY KEY(subject, kind)"
            : "rank INTEGER, object INTEGER, PRIMARY KEY(subject, kind, rank)"
        let facts =
            version < 5
            ? ""
            : "CREATE TABLE facts(id INTEGER PRIMARY KEY, json TEXT NOT NULL\(version < 8 ? ", comic INTEGER" : ""));"
        return """
            CREATE TABLE body(key INTEGER PRIMARY KEY, json BLOB NOT NULL);
            CREATE TABLE source(key INTEGER PRIMARY KEY, isFull INTEGER NOT NULL, modified INTEGER NOT NULL,
              information INTEGER NOT NULL, template BLOB NOT NULL);
            CREATE TABLE link(subject INTEGER, kind INTEGER, object INTEGER, role TEXT NOT NULL, \(summary) INTEGER NOT NULL,
              PRIMARY KEY(subject, kind, object)) WITHOUT ROWID;
            CREATE TABLE origin(\(origin));
            CREATE TABLE relation(subject INTEGER, kind INTEGER, \(relation)) WITHOUT ROWID;
            \(facts)

            """
    }

    /// Up to version 3, objects that were only named had no rows, and summaries had their recorded totals.
    private var records: String {
        let total = version < 4 ? "7," : ""
        func summary(_ kind: String, _ code: String, _ item: String = "") -> String {
            "\"\(kind)\":\u{2}\(code)" + (item.isEmpty ? "" : "\u{3}\(total)1\u{3}\(item)\u{3}")
        }
        let ten = "{\"resourceURI\":\"\u{1}/v1/public/comics/10\",\"name\":\"Ten #1\"}"
        let stan = "{\"resourceURI\":\"\u{1}/v1/public/creators/20\",\"name\":\"Stan Lee\",\"role\":\"writer\"}"
        let hero = """
            {"id":1,"name":"Alpha","description":"The “first”","modified":"2014-04-29T14:18:17-0400",\
            "thumbnail":{"path":"http://i.annihil.us/1","extension":"jpg"},"resourceURI":"\u{1}/v1/public/characters/1",\
            \(summary("comics", "\u{1}", ten)),\(summary("series", "\u{4}")),\(summary("stories", "\u{5}")),\
            \(summary("events", "\u{3}")),"urls":[]}
            """
        let comic = """
            {"id":12,"title":"Twelve #3","issueNumber":3,"modified":"2014-04-29T14:18:17-0400",\
            "resourceURI":"\u{1}/v1/public/comics/12",\(summary("creators", "\u{2}", stan)),"prices":[]}
            """
        let named = """
            {"id":10,"title":"Ten #1","issueNumber":0,"modified":"1969-12-31T19:00:00-0500",\
            "resourceURI":"\u{1}/v1/public/comics/10","prices":[]}
            """
        let team = """
            {"id":77,"name":"Avengers","description":"Alpha.","modified":"1969-12-31T19:00:00-0500",\
            "resourceURI":"\u{1}/v1/public/teams/77",\(summary("characters", "\u{0}"))}
            """
        var rows = [(1 * 8, hero), (12 * 8 + 1, comic)].map { Self.row($0, isFull: true, modified: 1_398_795_497, $1) }
        if version > 3 { rows.append(Self.row(10 * 8 + 1, isFull: false, modified: 0, named)) }
        if version > 6 { rows.append(Self.row(77 * 8 + 6, isFull: true, modified: 0, team)) }
        let facts = #"{"realName":"Alan Alpha","teams":["Avengers"],"firstAppearance":{"name":"Ten #1"}}"#
        if version > 4 { rows.append("INSERT INTO facts(id, json) VALUES (1, '\(facts)');") }
        return rows.joined(separator: "\n")
    }

    static func row(_ key: Int, isFull: Bool, modified: Int, information: Int = 5, _ template: String) -> String {
        let hex = template.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        return "INSERT INTO source VALUES (\(key), \(isFull ? 1 : 0), \(modified), \(information), x'\(hex)');"
    }

    /// The twelfth comic is in no summary of the hero.
    private var links: String {
        let teams = version > 6 ? ", (8, 6, 77, '', 0), (622, 0, 1, '', 0)" : ""
        return """
            INSERT INTO link VALUES (8, 1, 10, '', 1), (81, 0, 1, '', 0), (8, 1, 12, '', 0), (97, 0, 1, '', 0),
              (97, 2, 20, 'writer', 1), (162, 1, 12, 'writer', 0)\(teams);
            """
    }
}
