import FoundationEssentials
import GRDB
import Support
import Testing

@testable import Gateway

@Suite("Columns")
struct EncodedColumnTests {
    @Test("are read once in a revision, and anew in the next")
    func revisions() throws {
        let cache = EncodedColumnCache()
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE coded(name, codes)")
            func code(_ name: String, _ revision: Int, or code: UInt32) throws -> UInt32? {
                try db.execute(
                    sql: "DELETE FROM coded; INSERT INTO coded VALUES (?, ?)",
                    arguments: [name, Data(UInt32Blob.bytes([code]))])
                return try cache.column(name, revision: revision, db).codes.first
            }
            #expect(try code("a", 1, or: 5) == 5)
            #expect(try code("a", 1, or: 6) == 5)
            #expect(try code("b", 1, or: 7) == 7)
            #expect(try code("a", 2, or: 8) == 8)
            // A reader that began before the addition keeps to what it sees, and changes nothing for the others.
            #expect(try code("a", 1, or: 5) == 5)
            #expect(try code("a", 2, or: 9) == 8)
            try db.execute(sql: "DROP TABLE coded")
            #expect(throws: DatabaseError.self) { try cache.column("c", revision: 2, db) }
        }
    }

    @Test("follow what is added")
    func added() async throws {
        let served = try Served.alone()
        let targets = ["comics", "comics?characters=1", "comics?characters=1,2", "comics?titleStartsWith=the"]
        for target in targets { _ = try await served.data(target) }
        let more = Entry(
            kind: .comics, id: 77, fields: ["title": .string("The Last (2020) #1")],
            links: [Entry.Link(kind: .characters, id: 1)])
        try served.gateway.archive.add([more], marvel: false)
        for (target, total) in zip(targets, [7, 6, 6, 4]) {
            #expect(try await served.data(target)["total"]?.int == total, "\(target)")
        }
    }

    @Test("sort any page as sorting everything would")
    func pages() {
        var generator = RepeatableGenerator(seed: 5)
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &generator)
            let ranks = (0..<UInt32(count)).filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
            guard !ranks.isEmpty else { continue }
            let keys = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                let distinct = UInt32.random(in: 1...UInt32(count), using: &generator)
                let codes = (0..<count).map { _ in UInt32.random(in: 0..<distinct, using: &generator) }
                return CountingSort.Key(column: EncodedColumn(codes: codes), descending: Bool.random(using: &generator))
            }
            let backwards = Bool.random(using: &generator)
            let sorted = ranks.sorted { left, right in
                let (a, b) = (keys.map { $0.code(left) }, keys.map { $0.code(right) })
                return a == b ? (left < right) != backwards : a.lexicographicallyPrecedes(b)
            }
            let start = Int.random(in: ranks.indices, using: &generator)
            let places = start..<min(start + Int.random(in: 1...25, using: &generator), ranks.count)
            let page = CountingSort(keys: keys, backwards: backwards).page(places, of: ranks)
            #expect(Array(page) == Array(sorted[places]))
        }
    }

    @Test("number values as SQLite orders them, those that are none first", arguments: Kind.allCases)
    func codes(kind: Kind) async throws {
        let archive = try Bundled.served.get().gateway.archive
        for name in Columns.coded(kind) {
            try await archive.database.read { db in
                let vector = try #require(
                    try Data.fetchOne(
                        db, sql: "SELECT codes FROM coded WHERE name = ?", arguments: ["\(kind.rawValue).\(name)"]))
                let sql = "SELECT dense_rank() OVER (ORDER BY \(name)) - 1 FROM \(kind.rawValue) ORDER BY rank"
                #expect(UInt32Blob.numbers(vector).map(Int.init) == (try Int.fetchAll(db, sql: sql)), "\(name)")
                let known = "SELECT count(*) FROM value WHERE name = ?"
                let distinct = "SELECT count(DISTINCT \(name)) FROM \(kind.rawValue)"
                #expect(
                    try Int.fetchOne(db, sql: known, arguments: ["\(kind.rawValue).\(name)"])
                        == Int.fetchOne(db, sql: distinct), "\(name)")
            }
        }
    }
}
