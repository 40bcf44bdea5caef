import GRDB
import Synchronization

/// How many objects were found by the questions of late: counting many costs more than finding a page of them.
final class Totals: Sendable {
    /// As many questions as are remembered.
    static let most = 1000
    /// What is longer in bytes is not worth the room.
    static let longest = 4096

    private struct State {
        var edition = 0
        var totals: [Selection.Question: Int] = [:]
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
}

extension Selection.Question {
    /// About how many bytes it takes.
    fileprivate var weight: Int {
        arguments.reduce(sql.utf8.count) { $0 + (String.fromDatabaseValue($1)?.utf8.count ?? 8) }
    }
}
