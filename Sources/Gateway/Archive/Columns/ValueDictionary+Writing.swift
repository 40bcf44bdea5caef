import FoundationEssentials
import GRDB

extension ValueDictionary {
    /// Encodes every column that lists filter or order by.
    static func writeAll(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM coded; DELETE FROM value;")
        let insert = try RawStatement(db, "INSERT INTO value SELECT ?1, ?2, ?3 WHERE ?2 IS NOT NULL")
        for kind in Kind.allCases {
            for column in Columns.encoded(kind) { try write(column, of: kind.rawValue, insert, db) }
        }
    }

    /// Encodes one column. Objects without a value sort first and match no filter.
    private static func write(
        _ column: String, of table: String, _ insert: RawStatement, _ db: Database
    ) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        var codes = [UInt32](repeating: 0, count: count)
        var last = -1
        try insert.bind(1, "\(table).\(column)")
        let rows = try RawStatement(
            db, "SELECT rank, dense_rank() OVER (ORDER BY \(column)) - 1, \(column) FROM \(table) ORDER BY \(column)")
        while try rows.next() {
            let code = rows.int(1)
            codes[rows.int(0)] = UInt32(code)
            guard code != last else { continue }
            try insert.bind(2, column: 2, of: rows)
            try insert.bind(3, code)
            try insert.run()
            last = code
        }
        try db.execute(
            sql: "INSERT INTO coded VALUES (?, ?)",
            arguments: ["\(table).\(column)", Data(UInt32Blob.bytes(codes))])
    }
}
