/// The numbers of calls by path, for metrics.
struct ComicVineCallMetrics: Sendable {
    /// The number of calls since the start of the process, by path and outcome.
    var calls: [Call: Int] = [:]
    /// The calls that remain in the current hour, by path.
    var remaining: [String: Int] = [:]
    /// The seconds until calls resume, by path; only paths that are paused.
    var pauses: [String: Int] = [:]

    /// A kind of call: the path's first segment, and its outcome.
    struct Call: Hashable, Sendable {
        let resource: String
        let outcome: Outcome
    }

    /// The outcomes of a call.
    enum Outcome: String, Hashable, Sendable, CaseIterable {
        case success, notFound, timedOut, broken, invalid, overBudget, unavailable, cancelled
    }
}
