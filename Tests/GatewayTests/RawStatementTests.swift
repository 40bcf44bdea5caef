import GRDB
import Testing

@testable import Gateway

@Suite("Raw statements")
struct RawStatementTests {
    @Test("values come out as they went in, an empty text or blob not as none")
    func values() throws {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t(value)")
            let insert = try RawStatement(db, "INSERT INTO t VALUES (?)")
            for value in [ColumnValue.null, .integer(.min), .real(-0.5), .text(""), .text("Æon “\u{0}\u{1F577}”")] {
                try insert.bind(1, value)
                try insert.run()
            }
            for bytes in [[], [0, 255, 1]] as [[UInt8]] {
                try insert.bind(1, bytes)
                try insert.run()
            }
            let select = try RawStatement(db, "SELECT value, typeof(value) FROM t ORDER BY rowid")
            var types: [String] = []
            var texts: [[UInt8]] = []
            while try select.next() {
                types.append(String(decoding: select.bytes(1), as: UTF8.self))
                texts.append(Array(select.bytes(0)))
                if types.count == 2 { #expect(select.int(0) == .min) }
                if types.count == 3 { #expect(select.value(0).isSame(as: .real(-0.5))) }
            }
            #expect(types == ["null", "integer", "real", "text", "text", "blob", "blob"])
            #expect(texts[3...] == [[], Array("Æon “\u{0}\u{1F577}”".utf8), [], [0, 255, 1]])
        }
    }

    @Test("one that fails tells SQLite’s reason, and can be run anew")
    func failing() throws {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t(value PRIMARY KEY)")
            let insert = try RawStatement(db, "INSERT INTO t VALUES (?)")
            try insert.bind(1, 1)
            try insert.run()
            let error = #expect(throws: DatabaseError.self) { try insert.run() }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            #expect(error?.message?.contains("t.value") == true)
            #expect(throws: DatabaseError.self) { try insert.bind(2, 1) }
            try insert.bind(1, 2)
            try insert.run()
            #expect(try Int.fetchAll(db, sql: "SELECT value FROM t ORDER BY value") == [1, 2])
            #expect(throws: DatabaseError.self) { try RawStatement(db, "SELECT nothing FROM nowhere") }
        }
    }

    @Test("texts are the same where their bytes are, not where they look alike")
    func sameness() {
        #expect(ColumnValue.text("\u{E9}").isSame(as: .text("\u{E9}")))
        #expect(!ColumnValue.text("\u{E9}").isSame(as: .text("e\u{301}")))
        #expect(ColumnValue.null.isSame(as: .null))
        #expect(!ColumnValue.null.isSame(as: .integer(0)))
        #expect(!ColumnValue.integer(0).isSame(as: .text("0")))
    }
}
