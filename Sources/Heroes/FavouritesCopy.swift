import Basics

/// Copies the favourites of all visitors from one store to another, and reads each list back.
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
    private let target: any VisitorTarget
    private let pageSize: Int
    private let onProblem: @Sendable (String) -> Void

    /// The number of records that are written at the same time, so that the target can combine their syncs.
    private static let concurrency = 32

    package init(
        from source: any VisitorSource, to target: any VisitorTarget, pageSize: Int = 500,
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
            try await copy(page.records, &report)
            start = page.end
        }
        report.isComplete = true
        return report
    }

    private func copy(_ records: [VisitorRecord], _ report: inout Report) async throws(FavouritesError) {
        for start in stride(from: 0, to: records.count, by: Self.concurrency) {
            let part = records[start..<min(start + Self.concurrency, records.count)]
            let outcomes = await withTaskGroup(of: Result<Outcome, FavouritesError>.self) { tasks in
                for record in part { tasks.addTask { await outcome(of: record) } }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            for outcome in outcomes { report[keyPath: try outcome.get()] += 1 }
        }
    }

    /// Copies a record; returns the count of its outcome.
    private func outcome(of record: VisitorRecord) async -> Result<Outcome, FavouritesError> {
        do throws(FavouritesError) {
            let isSaved = try await target.save(record)
            let stored = try await target.record(of: record.id)
            if let stored, stored.content == record.content || stored.modified > record.modified {
                return .success(isSaved ? \.copied : \.upToDate)
            }
            onProblem("\(Hex.text(record.id)) has another list in the target")
            return .success(\.different)
        } catch {
            return .failure(error)
        }
    }
}

/// The records of a store, for copying.
package protocol VisitorSource: Sendable {
    /// Returns about `limit` records after this id, which is the end of the page before, or empty for the first page.
    func page(after id: [UInt8], limit: Int) async throws(FavouritesError) -> VisitorPage
}

/// A store that records can be copied to.
package protocol VisitorTarget: Sendable {
    /// Stores the record durably. Returns false, without a change, if the store's own is equal or newer. Two changes of
    /// a file within some milliseconds have the same time, so a different list with the same time is replaced.
    func save(_ record: VisitorRecord) async throws(FavouritesError) -> Bool
    /// Returns the stored record; nil if there is none that is readable.
    func record(of id: [UInt8]) async throws(FavouritesError) -> VisitorRecord?
}

/// A visitor's favourites as they are copied from one store to another.
package struct VisitorRecord: Hashable, Sendable {
    /// The SHA-256 of the cookie.
    package let id: [UInt8]
    /// The list in `FavouritesFormat`.
    package let content: [UInt8]
    /// The time of the last change or visit, in milliseconds since 1970.
    package let modified: Int

    package init(id: [UInt8], content: [UInt8], modified: Int) {
        (self.id, self.content, self.modified) = (id, content, modified)
    }
}

/// A part of a store's records, in the order of their ids.
package struct VisitorPage: Sendable {
    package var records: [VisitorRecord] = []
    package var problems: [CopyProblem] = []
    /// The id that the next page follows; nil after the last page.
    package var end: [UInt8]?

    package init() {}
}

/// A list that cannot be copied.
package struct CopyProblem: Hashable, Sendable {
    /// Its name and the reason.
    package let text: String
    /// True if an earlier list of the visitor is copied in its place.
    package let hasPrevious: Bool

    package init(_ text: String, hasPrevious: Bool = false) { (self.text, self.hasPrevious) = (text, hasPrevious) }
}
