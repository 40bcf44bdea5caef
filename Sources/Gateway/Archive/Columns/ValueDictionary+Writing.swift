import FoundationEssentials
import GRDB

extension ValueDictionary {
    /// Numbers the values of every column that lists filter or order by.
    static func writeAll(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM coded; DELETE FROM value;")
        for kind in Kind.allCases {
            for column in Columns.coded(kind) { try write(column, of: kind.rawValue, db) }
        }
    }

    /// Objects without a value come before all others and are found by none.
    private static func write(_ column: String, of table: String, _ db: Database) throws {
        let ranked = "SELECT rank, \(column) AS value, dense_rank() OVER (ORDER BY \(column)) - 1 AS code FROM \(table)"
        try db.execute(
            sql: "INSERT INTO value SELECT DISTINCT ?, value, code FROM (\(ranked)) WHERE value IS NOT NULL",
            arguments: ["\(table).\(column)"])
        var codes: [UInt32] = []
        let rows = try RawStatement(db, "SELECT code FROM (\(ranked)) ORDER BY rank")
        while try rows.next() { codes.append(UInt32(rows.int(0))) }
        try db.execute(
            sql: "INSERT INTO coded VALUES (?, ?)",
            arguments: ["\(table).\(column)", Data(UInt32Blob.bytes(codes))])
    }
}
