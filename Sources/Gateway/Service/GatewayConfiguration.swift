import FoundationEssentials

/// The settings of a gateway; the clock and the chance are values, so that tests decide them.
package struct GatewayConfiguration: Sendable {
    /// The prefix of every path the gateway names: `http://host:port`, or nothing for paths alone.
    /// Nil takes the address by which each caller called.
    package var baseURL: String?
    package var access: Access
    /// Calls a key may make in a day (UTC), refused ones too; nil sets no limit.
    package var dailyLimit: Int?
    /// Milliseconds by which each answer is delayed.
    package var delay: Int
    /// Calls of a hundred that fail with 500.
    package var failPercent: Double
    package var now: @Sendable () -> Date
    /// A number from 0 up to 1 for each call that might fail.
    package var chance: @Sendable () -> Double
    /// Receives the errors of reading and writing the archive, for the log.
    package var report: @Sendable (any Error) -> Void

    /// The callers that are let in.
    package enum Access: Sendable {
        /// Callers that prove one of these keys: public to private.
        case keys([String: String])
        /// Every caller, without proof.
        case open
    }

    package init(
        baseURL: String? = nil, access: Access, dailyLimit: Int? = 3000, delay: Int = 0, failPercent: Double = 0,
        now: @escaping @Sendable () -> Date = { Date() },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.baseURL = baseURL
        self.access = access
        self.dailyLimit = dailyLimit
        self.delay = delay
        self.failPercent = failPercent
        self.now = now
        self.chance = chance
        self.report = report
    }
}
