import Basics
import Heroes

/// Copies the favourites of all visitors from another store to the database, and reads each list back.
///
/// It can be interrupted and repeated: what is equal or newer in the target is not written again.
package struct FavouritesCopy: Sendable {
    package struct Report: Equatable, Sendable {
        package var copied = 0
        package var upToDate = 0
        /// Lists that were damaged or unreadable.
        package var damaged = 0
        /// Visitors of those, without another list.
        package var missing = 0
        /// Visitors with another list in the target, although it is not newer.
        package var different = 0
        /// False if the copy was cancelled.
        package var isComplete = false

        package init() {}
    }

    private typealias Outcome = WritableKeyPath<Report, Int> & Sendable

    private let source: any VisitorSource
    private let target: PostgresFavourites
    private let pageSize: Int
    private let onProblem: @Sendable (String) -> Void

    /// The number of visitors that are written at the same time, so that the target can combine their syncs.
    private static let concurrency = 32

    package init(
        from source: any VisitorSource, to target: PostgresFavourites, pageSize: Int = 500,
        onProblem: @escaping @Sendable (String) -> Void
    ) {
        (self.source, self.target, self.pageSize, self.onProblem) = (source, target, pageSize, onProblem)
    }

    /// Copies until the end, or until the task is cancelled: then the current page is finished.
    package func run() async throws(FavouritesError) -> Report {
        var report = Report()
        var start: [UInt8]? = []
        while let id = start {
            if Task.isCancelled { return report }
            let page = try await source.page(after: id, limit: pageSize)
            for problem in page.problems {
                onProblem(problem.text)
                report.damaged += 1
                if !problem.hasPrevious { report.missing += 1 }
            }
            try await copy(page.visitors, &report)
            start = page.end
        }
        report.isComplete = true
        return report
    }

    private func copy(_ visitors: [StoredVisitor], _ report: inout Report) async throws(FavouritesError) {
        for start in stride(from: 0, to: visitors.count, by: Self.concurrency) {
            let part = visitors[start..<min(start + Self.concurrency, visitors.count)]
            let outcomes = await withTaskGroup(of: Result<Outcome, FavouritesError>.self) { tasks in
                for visitor in part { tasks.addTask { await outcome(of: visitor) } }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            for outcome in outcomes { report[keyPath: try outcome.get()] += 1 }
        }
    }

    /// Copies a visitor's favourites; returns the count of its outcome.
    private func outcome(of visitor: StoredVisitor) async -> Result<Outcome, FavouritesError> {
        do throws(FavouritesError) {
            let isSaved = try await target.save(visitor)
            let stored = try await target.visitor(with: visitor.id)
            if let stored, stored.content == visitor.content || stored.modified > visitor.modified {
                return .success(isSaved ? \.copied : \.upToDate)
            }
            onProblem("\(Hex.text(visitor.id)) has another list in the target")
            return .success(\.different)
        } catch {
            return .failure(error)
        }
    }
}

extension PostgresFavourites {
    /// Stores the visitor's favourites. Returns false, without a change, if the database's own is equal or newer. Two changes of a file
    /// within some milliseconds have the same time, so a different list with the same time is replaced.
    package func save(_ visitor: StoredVisitor) async throws(FavouritesError) -> Bool {
        do {
            let values: [SQLValue] = [.bytes(visitor.id), .int(visitor.modified), .bytes(visitor.content)]
            return try await database.run(.save, values).count > 0
        } catch {
            throw FavouritesError(error)
        }
    }

    package func visitor(with id: [UInt8]) async throws(FavouritesError) -> StoredVisitor? {
        do throws(DatabaseError) {
            // No page waits for this read.
            let result = try await database.run(.visitor, [.bytes(id)], within: .seconds(5))
            return try result.rows.first.map { (row) throws(DatabaseError) in
                StoredVisitor(id: try row.bytes(0), content: try row.bytes(1), modified: try row.int(2))
            }
        } catch {
            throw FavouritesError(error)
        }
    }
}

extension SQLStatement {
    /// The day of the last visit may be later than the last change.
    fileprivate static let visitor = SQLStatement.read(
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
