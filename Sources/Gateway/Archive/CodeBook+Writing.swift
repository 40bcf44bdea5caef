import FoundationEssentials
import GRDB

extension CodeBook {
    /// Numbers the values of every column that lists filter or order by.
    static func writeAll(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM coded; DELETE FROM value;")
        for kind in Kind.allCases { for column in Columns.coded(kind) { try write(column, of: kind, db) } }
    }

    /// Objects without a value come before all others and are found by none.
    private static func write(_ column: String, of kind: Kind, _ db: Database) throws {
        let name = "\(kind.rawValue).\(column)"
        let insert = try db.makeStatement(sql: "INSERT INTO value VALUES (?, ?, ?)")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT rank, dense_rank() OVER (ORDER BY \(column)) - 1, \(column) FROM \(kind.rawValue) ORDER BY \(column)
                """)
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(kind.rawValue)") ?? 0
        var codes = [UInt32](repeating: 0, count: count)
        var last: Int?
        while let row = try rows.next() {
            let (rank, code, value) = (row[0] as Int, row[1] as Int, row[2] as DatabaseValue)
            codes[rank] = UInt32(code)
            if code != last, !value.isNull { try insert.execute(arguments: [name, value, code]) }
            last = code
        }
        try db.execute(sql: "INSERT INTO coded VALUES (?, ?)", arguments: [name, Vector.data(codes)])
    }
}
