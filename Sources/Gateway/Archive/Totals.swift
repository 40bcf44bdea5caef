import GRDB
import Synchronization

/// What the questions of late found: how many objects, and which, in their order, where they had to be sorted.
final class Totals: Sendable {
    /// As many questions as are remembered.
    static let most = 1000
    /// What is longer in bytes is not worth the room.
    static let longest = 4096
    /// As many sorted objects as are remembered, of 8 bytes each.
    static let mostSorted = 1_000_000

    private struct State {
        var edition = 0
        var totals: [Selection.Question: Int] = [:]
        var sorted: [Selection.Question: [Int]] = [:]
        var sortedCount = 0
    }

    private let state = Mutex(State())

    /// The number that the question gave in this edition of the archive, or the one it gives now.
    func total(_ question: Selection.Question, edition: Int, count: () throws -> Int) rethrows -> Int {
        if let known = state.withLock({ $0.edition == edition ? $0.totals[question] : nil }) { return known }
        let total = try count()
        guard question.weight <= Self.longest else { return total }
        state.withLock { state in
            // A reader may still look at an older edition than another one did.
            guard edition >= state.edition else { return }
            if edition > state.edition || state.totals.count >= Self.most { state = State(edition: edition) }
            state.totals[question] = total
        }
        return total
    }

    /// The ids that the question gave in this edition of the archive, or those it gives now.
    func ids(_ question: Selection.Question, edition: Int, sort: () throws -> [Int]) rethrows -> [Int] {
        if let known = state.withLock({ $0.edition == edition ? $0.sorted[question] : nil }) { return known }
        let ids = try sort()
        guard question.weight <= Self.longest, ids.count <= Self.mostSorted else { return ids }
        state.withLock { state in
            guard edition >= state.edition else { return }
            if edition > state.edition { state = State(edition: edition) }
            if state.sortedCount + ids.count > Self.mostSorted { (state.sorted, state.sortedCount) = ([:], 0) }
            if state.sorted.updateValue(ids, forKey: question) == nil { state.sortedCount += ids.count }
        }
        return ids
    }
}

extension Selection.Question {
    /// About how many bytes it takes.
    fileprivate var weight: Int {
        arguments.reduce(sql.utf8.count) { $0 + (String.fromDatabaseValue($1)?.utf8.count ?? 8) }
    }
}
