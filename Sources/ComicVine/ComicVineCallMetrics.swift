import Heroes

/// The numbers of calls by path, for metrics.
package struct ComicVineCallMetrics: Sendable {
    /// The number of calls since the start of the process, by path and outcome.
    package var calls: [Call: Int] = [:]
    /// The calls that remain in the current hour, by path.
    package var remaining: [String: Int] = [:]
    /// The seconds until calls resume, by path; only of paths without calls now.
    package var pauses: [String: Int] = [:]

    /// A kind of call: the first segment of its path, and its outcome.
    package struct Call: Hashable, Sendable {
        package let resource: String
        package let outcome: CallOutcome
    }
}
