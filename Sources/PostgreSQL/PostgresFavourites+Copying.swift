import Basics
import Heroes

extension PostgresFavourites: VisitorTarget {
    package func save(_ record: VisitorRecord) async throws(FavouritesError) -> Bool {
        do {
            let values: [SQLValue] = [.bytes(record.id), .int(record.modified), .bytes(record.content)]
            return try await database.run(.save, values).count > 0
        } catch {
            throw FavouritesError(error)
        }
    }

    package func record(of id: [UInt8]) async throws(FavouritesError) -> VisitorRecord? {
        do throws(DatabaseError) {
            // No page waits for this read.
            let result = try await database.run(.record, [.bytes(id)], within: .seconds(5))
            return try result.rows.first.map { (row) throws(DatabaseError) in
                VisitorRecord(id: try row.bytes(0), content: try row.bytes(1), modified: try row.int(2))
            }
        } catch {
            throw FavouritesError(error)
        }
    }
}

extension SQLStatement {
    /// The day of the last visit may be later than the last change.
    fileprivate static let record = SQLStatement.read(
        """
        SELECT id, list, greatest(revision, floor(extract(epoch FROM last_seen::timestamptz) * 1000)::bigint)
        FROM visitor WHERE id = $1
        """)
    /// A file from before 2025 was written before the clock was set, so it counts as seen today.
    fileprivate static let save = SQLStatement.write(
        """
        INSERT INTO visitor (id, revision, list, last_seen)
        VALUES ($1, $2, $3, CASE WHEN $2 < 1735689600000 THEN CURRENT_DATE
                            ELSE least(CURRENT_DATE, to_timestamp($2 / 1000)::date) END)
        ON CONFLICT (id) DO UPDATE SET revision = EXCLUDED.revision, list = EXCLUDED.list,
          last_seen = greatest(visitor.last_seen, EXCLUDED.last_seen)
        WHERE visitor.revision < EXCLUDED.revision
          OR (visitor.revision = EXCLUDED.revision AND visitor.list <> EXCLUDED.list)
        """)
}
