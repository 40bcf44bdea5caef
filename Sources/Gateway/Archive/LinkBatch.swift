import GRDB

/// The relations of many objects, to be put in at once.
struct LinkBatch {
    private struct Row {
        let subject: Int
        let kind: Int
        let object: Int
        var role: String
        var told: Bool
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
        unite()
    }

    /// Makes one row of those that tell the same relation.
    private mutating func unite() {
        guard !rows.isEmpty else { return }
        var last = 0
        for row in rows.dropFirst() {
            if (rows[last].subject, rows[last].kind, rows[last].object) == (row.subject, row.kind, row.object) {
                if !row.role.isEmpty { rows[last].role = row.role }
                rows[last].told = rows[last].told || row.told
            } else {
                last += 1
                rows[last] = row
            }
        }
        rows.removeSubrange((last + 1)...)
    }

    func insert(_ db: Database) throws {
        // Looking for a relation that is known already takes longer than putting one in.
        let isFirst = try Int.fetchOne(db, sql: "SELECT 1 FROM link LIMIT 1") == nil
        var rest = rows[...]
        for width in [Self.width, 1] where rest.count >= width {
            let insert = try RawStatement(db, Self.sql(width, canConflict: !isFirst))
            while rest.count >= width {
                for (index, row) in rest.prefix(width).enumerated() { try Self.bind(row, insert, at: index * 5) }
                try insert.run()
                rest = rest.dropFirst(width)
            }
        }
    }

    private static func sql(_ count: Int, canConflict: Bool) -> String {
        let insert = "INSERT INTO link VALUES \(repeatElement("(?,?,?,?,?)", count: count).joined(separator: ","))"
        guard canConflict else { return insert }
        return insert
            + " ON CONFLICT DO UPDATE SET role = CASE excluded.role WHEN '' THEN role ELSE excluded.role END, "
            + "told = max(told, excluded.told)"
    }

    private static func bind(_ row: Row, _ insert: RawStatement, at place: Int) throws {
        try insert.bind(place + 1, row.subject)
        try insert.bind(place + 2, row.kind)
        try insert.bind(place + 3, row.object)
        try insert.bind(place + 4, row.role)
        try insert.bind(place + 5, row.told ? 1 : 0)
    }
}
