import FoundationEssentials
import HTTP

/// The settings of a gateway. Clock and randomness are values, so tests can set them.
package struct GatewayConfiguration: Sendable {
    /// The base URL of every URL in responses: `http://host:port`, or empty for paths only. If nil, the Host of each
    /// request is used.
    package var baseURL: String?
    package var access: Access
    /// The proxies with trusted X-Forwarded-Host and X-Forwarded-Proto.
    package var trustedProxies: [AddressRange] = []
    /// The number of authorized calls a key may make in a day (UTC), including those that are then refused; nil for no
    /// limit.
    package var dailyLimit: Int?
    /// The delay of each response, in milliseconds.
    package var delay = 0
    /// The percentage of calls that fail with 500.
    package var failPercent = 0.0
    /// The page at the root; nil for none.
    package var overviewPage: OverviewPage?
    package var vocabulary = Vocabulary()
    package var now: @Sendable () -> Date
    /// Returns a number in 0..<1 for each call; the call fails if it is below `failPercent` / 100.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Logs the errors of reading the archive.
    package var report: @Sendable (any Error) -> Void = { _ in }

    package enum Access: Sendable {
        /// Calls need a valid hash of one of these keys: public to private.
        case keys([String: String])
        case open
    }

    package init(
        baseURL: String? = nil, access: Access, dailyLimit: Int? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.baseURL, self.access, self.dailyLimit, self.now) = (baseURL, access, dailyLimit, now)
    }
}
