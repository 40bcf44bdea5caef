import Heroes

/// The time to wait before the next try, in words after "Try again".
struct WaitTime: Sendable {
    let words: String

    /// Rounds minutes up, so that visitors do not come back too early; nil if the time is unknown.
    init(seconds: Int?) {
        guard let seconds else {
            words = "later"
            return
        }
        let minutes = (seconds + 59) / 60
        let hours = (seconds + 1800) / 3600
        words =
            switch seconds {
            case ..<90: "in a minute"
            case _ where minutes < 60: "in \(minutes) minutes"
            case _ where hours < 2: "in about an hour"
            case ..<72_000: "in about \(hours) hours"
            default: "tomorrow"
            }
    }
}

extension HeroError {
    /// The seconds until the next try; nil if the error does not know them.
    var retryAfter: Int? {
        switch self {
        case .overBudget(let seconds): seconds
        case .quotaExceeded(let seconds), .unavailable(_, let seconds): seconds
        case .notFound, .timedOut, .broken, .invalidResponse, .notCached, .cancelled: nil
        }
    }
}
