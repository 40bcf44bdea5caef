import Heroes

/// An event for the log; the texts contain no credentials.
package enum CacheEvent: Sendable, Equatable, CustomStringConvertible {
    /// A stale answer is served, because the source failed to renew it.
    case revalidationFailed(String, HeroError)
    /// The circuit breaker has opened.
    case sourceDown(HeroError)
    case sourceBack
    /// The file of the cache is damaged, or cannot be read or written.
    case store(String)

    package var description: String {
        switch self {
        case .revalidationFailed(let question, let error):
            "serving a stale answer: \(question.prefix(120)): \(error.words)"
        case .sourceDown(let error): "the source counts as down: \(error.words)"
        case .sourceBack: "the source is back"
        case .store(let text): text
        }
    }
}

extension HeroError {
    fileprivate var words: String {
        switch self {
        case .notFound: "not found"
        case .timedOut(let text), .broken(let text), .unusable(_, let text): text
        case .overBudget(let seconds): "over budget" + (seconds.map { ", for \($0) s" } ?? "")
        case .quotaExceeded(_, let seconds): "over the asker's share, for \(seconds) s"
        case .closed(let text, let seconds): "\(text), closed for \(seconds) s"
        case .notCached: "not asked"
        case .cancelled: "cancelled"
        }
    }
}
