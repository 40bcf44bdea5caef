/// How long the suites measure what takes its time.
struct Effort {
    /// Rounds, of which the median counts.
    let rounds: Rounds
    /// Seconds of one run of requests.
    let seconds: Int
    /// How many connections are idle next to the busy ones.
    let idleConnections: Int
    /// Numbers of requests after which memory is looked at.
    let requestMarks: [Int]
    let isQuick: Bool

    static let full = Effort(
        rounds: Rounds(count: 7), seconds: 3, idleConnections: 10_000,
        requestMarks: [200_000, 1_000_000, 2_000_000], isQuick: false)

    /// To see that all works; no figures to quote.
    static let quick = Effort(
        rounds: Rounds(count: 3), seconds: 1, idleConnections: 1000,
        requestMarks: [20_000, 100_000, 200_000], isQuick: true)
}
