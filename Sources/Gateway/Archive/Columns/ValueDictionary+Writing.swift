import GRDB

extension ValueDictionary {
    /// Numbers the values of every column that lists filter or order by.
    static func writeAll(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM coded; DELETE FROM value;")
        let insert = try RawStatement(db, "INSERT INTO value VALUES (?, ?, ?)")
        for kind in Kind.allCases {
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(kind.rawValue)") ?? 0
            for column in Columns.coded(kind) { try write(column, of: kind, count, insert, db) }
        }
    }

    /// Objects without a value come before all others and are found by none.
    private static func write(
        _ column: String, of kind: Kind, _ count: Int, _ insert: RawStatement, _ db: Database
    ) throws {
        let name = "\(kind.rawValue).\(column)"
        try insert.bind(1, name)
        var codes = [UInt32](repeating: 0, count: count)
        var code = -1
        var last = ColumnValue.null
        let rows = try RawStatement(db, "SELECT rank, \(column) FROM \(kind.rawValue) ORDER BY \(column)")
        while try rows.next() {
            let value = rows.value(1)
            if code < 0 || !value.isSame(as: last) {
                code += 1
                last = value
                if case .null = value {
                } else {
                    try insert.bind(2, value)
                    try insert.bind(3, code)
                    try insert.run()
                }
            }
            codes[rows.int(0)] = UInt32(code)
        }
        let coded = try RawStatement(db, "INSERT INTO coded VALUES (?, ?)")
        try coded.bind(1, name)
        try coded.bind(2, UInt32Blob.bytes(codes))
        try coded.run()
    }
}
