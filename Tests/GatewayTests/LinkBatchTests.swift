import GRDB
import Testing

@testable import Gateway

@Suite("Relations put in at once")
struct LinkBatchTests {
    private let hero = Entry(
        kind: .characters, id: 1, fields: ["name": .string("A")],
        links: [Entry.Link(kind: .creators, id: 7), Entry.Link(kind: .comics, id: 10)])
    private let creator = Entry(
        kind: .creators, id: 7, fields: ["fullName": .string("P")],
        links: [Entry.Link(kind: .characters, id: 1, role: "inker"), Entry.Link(kind: .characters, id: 1)])
    /// More than one statement takes.
    private let comics = (10..<80).map {
        Entry(
            kind: .comics, id: $0, fields: ["title": .string("C \($0)")], links: [Entry.Link(kind: .characters, id: 1)])
    }

    private func relations(_ archive: Archive) throws -> [String] {
        try archive.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT subject || ' ' || kind || ' ' || object || ' ' || role || ' ' || told FROM link")
        }
    }

    @Test("are one where both sides tell it, with the role that one of them knows")
    func united() throws {
        let archive = try Archive()
        try archive.add([hero, creator] + comics, marvel: false)
        let relations = try relations(archive)
        #expect(relations.count == 2 + 2 * comics.count)
        #expect(relations.contains("\(Kind.characters.key(1)) \(Kind.creators.code) 7 inker 0"))
        #expect(relations.contains("\(Kind.creators.key(7)) \(Kind.characters.code) 1 inker 0"))
    }

    @Test("become the same together and one after the other")
    func apart() throws {
        let (together, apart) = (try Archive(), try Archive())
        try together.add([hero, creator] + comics, marvel: false)
        for entry in [creator] + comics + [hero] { try apart.add([entry], marvel: false) }
        #expect(try relations(apart) == relations(together))
    }
}
