import FoundationEssentials

/// The settings of a gateway. Clock and randomness are values, so tests can set them.
package struct GatewayConfiguration: Sendable {
    /// The base URL of every URL in responses: `http://host:port`, or empty for paths only. If nil, the Host of each
    /// request is used.
    package var baseURL: String?
    package var access: Access
    /// The number of calls a key may make in a day (UTC), including refused ones; nil for no limit.
    package var dailyLimit: Int?
    /// The delay of each response, in milliseconds.
    package var delay: Int
    /// The percentage of calls that fail with 500.
    package var failPercent: Double
    package var now: @Sendable () -> Date
    /// Returns a number in 0..<1 for each call; the call fails if it is below `failPercent` / 100.
    package var random: @Sendable () -> Double
    /// Logs the errors of reading and writing the archive.
    package var report: @Sendable (any Error) -> Void

    /// The access control of API calls.
    package enum Access: Sendable {
        /// Calls need a valid hash of one of these keys: public to private.
        case keys([String: String])
        /// Calls need no credentials.
        case open
    }

    package init(
        baseURL: String? = nil, access: Access, dailyLimit: Int? = 3000, delay: Int = 0, failPercent: Double = 0,
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.baseURL = baseURL
        self.access = access
        self.dailyLimit = dailyLimit
        self.delay = delay
        self.failPercent = failPercent
        self.now = now
        self.random = random
        self.report = report
    }
}
