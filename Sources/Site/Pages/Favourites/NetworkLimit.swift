import Basics
import FoundationEssentials
import HTTP
import HTTPTypes

/// A rate limit for each network, an IPv4 address or an IPv6 /64: so much in an hour, at once or one by one.
struct NetworkLimit: Sendable {
    private let limit: RateLimit

    init(perHour limit: Int, remembered: Int = 32_768) {
        self.limit = RateLimit(burst: Double(limit), perSecond: Double(limit) / 3600, remembered: remembered)
    }

    /// Counts one more; returns nil if there is room, else the seconds until there is. Addresses that cannot be told apart
    /// count as one network.
    func admit(_ client: ClientAddress?, now: Date) -> Int? { limit.take(client?.network ?? [], at: now) }

    /// Takes back one that was counted.
    func withdraw(_ client: ClientAddress?, now: Date) { limit.giveBack(client?.network ?? [], at: now) }

    /// The number of networks that are remembered.
    var count: Int { limit.count }
}

extension Failure {
    /// Returns the failure of a network over its limit, which ends in so many seconds.
    static func overLimit(_ heading: String, _ sentence: String, seconds: Int) -> Failure {
        let minutes = (seconds + 59) / 60
        return Failure(
            status: .tooManyRequests, heading: heading,
            sentence: "\(sentence) Please try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes").",
            fields: [.retryAfter: String(seconds)], next: .favourites(page: 1), nextLabel: "Back to your favourites")
    }
}
