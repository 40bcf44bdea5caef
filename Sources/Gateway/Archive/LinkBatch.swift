import GRDB

/// The relations of many objects, to be put in at once.
struct LinkBatch {
    private struct Row {
        let subject: Int
        let kind: Int
        let object: Int
        let role: String
        let told: Bool
    }

    /// As many rows as one statement takes.
    private static let width = 40

    private var rows: [Row] = []

    init(_ entries: [Entry]) {
        for entry in entries {
            let key = entry.kind.key(entry.id)
            for link in entry.links {
                rows.append(
                    Row(subject: key, kind: link.kind.code, object: link.id, role: link.role, told: link.isTold))
                rows.append(
                    Row(
                        subject: link.kind.key(link.id), kind: entry.kind.code, object: entry.id, role: link.role,
                        told: false))
            }
        }
        // In the order of the table each row goes in next to the one before.
        rows.sort { ($0.subject, $0.kind, $0.object) < ($1.subject, $1.kind, $1.object) }
    }

    func insert(_ db: Database) throws {
        var rest = rows[...]
        let whole = try db.makeStatement(sql: Self.sql(Self.width))
        while rest.count >= Self.width {
            try whole.execute(arguments: Self.arguments(rest.prefix(Self.width)))
            rest = rest.dropFirst(Self.width)
        }
        guard !rest.isEmpty else { return }
        try db.makeStatement(sql: Self.sql(rest.count)).execute(arguments: Self.arguments(rest))
    }

    private static func sql(_ count: Int) -> String {
        "INSERT INTO link VALUES \(repeatElement("(?,?,?,?,?)", count: count).joined(separator: ",")) "
            + "ON CONFLICT DO UPDATE SET role = CASE excluded.role WHEN '' THEN role ELSE excluded.role END, "
            + "told = max(told, excluded.told)"
    }

    private static func arguments(_ rows: ArraySlice<Row>) -> StatementArguments {
        var values: [DatabaseValue] = []
        values.reserveCapacity(rows.count * 5)
        for row in rows {
            values.append(row.subject.databaseValue)
            values.append(row.kind.databaseValue)
            values.append(row.object.databaseValue)
            values.append(row.role.databaseValue)
            values.append(row.told.databaseValue)
        }
        return StatementArguments(values)
    }
}
