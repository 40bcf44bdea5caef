import FoundationEssentials
import Heroes

/// A failed call, with its consequence for the next ones.
enum ComicVineFailure: Error, Equatable {
    case call(HeroError)
    /// The source could not be reached, which is never due to the requested object.
    case unreachable(HeroError)
    /// The same call may succeed a moment later.
    case transient(HeroError)
    /// Calls of the same path pause.
    case pausePath(retryAfter: Int?)
    /// All calls pause, for the seconds that the source asks for or those of the trouble; but not if it refuses one
    /// object only.
    case pauseAll(ComicVineTrouble, retryAfter: Int? = nil)

    var error: HeroError {
        switch self {
        case .call(let error), .unreachable(let error), .transient(let error): error
        case .pausePath(let seconds): .overBudget(retryAfter: seconds)
        case .pauseAll(let trouble, let seconds): trouble.error(retryAfter: seconds ?? trouble.pause)
        }
    }

    /// The error if no other object is concerned.
    var objectError: HeroError {
        if case .pauseAll(let trouble, _) = self { trouble.objectError } else { error }
    }
}

/// A reason for which all calls pause.
enum ComicVineTrouble: Equatable, Sendable {
    case refusedKey, cloudflare, abnormalTraffic
    /// Calls fail or time out, one after the other.
    case outage

    /// The seconds until the next call.
    var pause: Int {
        switch self {
        case .refusedKey, .abnormalTraffic: 60 * 60
        case .cloudflare: 15 * 60
        case .outage: 30
        }
    }

    private var reason: String {
        switch self {
        case .refusedKey: "Comic Vine refuses the key"
        case .cloudflare: "Cloudflare refuses this machine's address"
        case .abnormalTraffic: "Comic Vine has blocked this address for abnormal traffic"
        case .outage: "Comic Vine does not answer"
        }
    }

    func error(retryAfter: Int) -> HeroError {
        self == .refusedKey ? .invalidResponse(status: 401, reason) : .unavailable(reason, retryAfter: retryAfter)
    }

    var objectError: HeroError {
        .invalidResponse(status: self == .refusedKey ? 401 : 503, "\(reason), but for this object only")
    }

    /// Returns a sentence for the operator: the reason, and the next step.
    func advice(until end: Date) -> String {
        let step =
            switch self {
            case .refusedKey: "set COMICVINE_API_KEY to a valid one and restart"
            case .cloudflare: "run the site on another host, or pass --comicvine-url with a caching proxy of your own"
            case .abnormalTraffic: "calls resume at \(end.utcTime) UTC; a lower --hourly-budget avoids it"
            case .outage: "pages show what is known; the next try is at \(end.utcTime) UTC"
            }
        return "\(reason): \(step)"
    }
}
