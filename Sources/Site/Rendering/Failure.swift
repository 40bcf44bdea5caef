import HTML
import HTTP
import HTTPTypes
import Heroes

/// The reason that a page cannot be shown: a status, a sentence for the visitor, and the next step.
struct Failure: Error, Sendable {
    var status: HTTPResponse.Status
    let heading: String
    var sentence: String
    var fields: HTTPFields = [:]
    var next = Route.allHeroes
    /// The target of the link if it is a part of a page or another origin; overrides `next`.
    var link: SafeURL?
    var nextLabel = "See all heroes"
    /// The cause for the log; visitors never see it.
    var cause: String?

    /// The request's id in the log, by which an operator finds the cause; nil if there is none.
    var requestID: String? { cause == nil ? nil : Trace.current?.id }

    static func moved(to route: Route) -> Failure {
        Failure(
            // Browsers follow a 301 with GET, so the content of a form would be lost (RFC 9110 section 15.4.2).
            status: route.address.methods.contains(.post) ? .permanentRedirect : .movedPermanently,
            heading: "This page has moved", sentence: "It has a new address.",
            fields: [.location: route.target], next: route, nextLabel: "Go to the page")
    }

    static func wrongMethod(at route: Route) -> Failure {
        Failure(
            status: .methodNotAllowed, heading: "That doesn’t work here",
            sentence: "This address doesn’t take that kind of request.",
            fields: [.allow: route.address.methods.map(\.rawValue).joined(separator: ", ")])
    }

    static func crossSite(_ request: Request) -> Failure {
        let named = ["Origin", "Host", "Sec-Fetch-Site"].compactMap { name in
            request.fields.value(named: name.lowercased()).map { "\(name) “\(excerpt($0))”" }
        }
        return Failure(
            status: .forbidden, heading: "Request blocked",
            sentence: "Favourites can only be changed from this site’s own pages. Nothing was changed.",
            cause: "\(request.method.rawValue) \(request.path.prefix(100)) is rejected as cross-site: "
                + named.joined(separator: ", ")
                + " (if this is the site's own address, set --public-url, and --trusted-proxy for its proxy)")
    }

    /// Returns the beginning of a client's text, limited and without control characters, for a line of the log.
    private static func excerpt(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars))
    }

    static let badForm = Failure(
        status: .badRequest, heading: "That didn’t work",
        sentence: "The form was incomplete, so nothing was changed.")

    static let missingHost = Failure(
        status: .badRequest, heading: "That request didn’t work",
        sentence: "It doesn’t name a valid host.")

    static func pastTheEnd(_ last: Route, page: Int, of count: Int) -> Failure {
        Failure(
            status: .notFound, heading: "Page \(page) doesn’t exist",
            sentence: count == 1 ? "The list has one page." : "The list has \(count) pages.",
            next: last, nextLabel: "Go to the last page")
    }
}

extension Failure {
    init(_ error: RouteError) {
        switch error {
        case .unknown:
            self.init(
                status: .notFound, heading: "Page not found",
                sentence: "Check the address, or start from all heroes.")
        case .malformed(let sentence):
            self.init(status: .badRequest, heading: "That link doesn’t work", sentence: sentence)
        }
    }

    /// Maps an error of the source to a status and a sentence for the visitor.
    init(_ error: HeroError, retry: Route) {
        let wait = error.waitTime
        // A second try would fail like the first.
        let (next, nextLabel) =
            error.isPersistent && retry != .allHeroes ? (.allHeroes, "See all heroes") : (retry, "Try again")
        switch error {
        case .notFound where retry.topic != nil:
            self.init(
                status: .notFound, heading: "\(retry.topic?.kind.noun.capitalized ?? "") not found",
                sentence: "It may have been renamed or removed.")
        case .notFound:
            self.init(
                status: .notFound, heading: "Hero not found", sentence: "It may have been renamed or removed.")
        case .timedOut(let cause):
            self.init(
                status: .gatewayTimeout, heading: "This is taking too long", sentence: "Please try again.",
                next: retry, nextLabel: "Try again", cause: cause)
        case .broken(let cause), .invalidResponse(_, let cause):
            self.init(
                status: .badGateway, heading: "Heroes can’t be loaded right now",
                sentence: "Our data source isn’t working. Your favourites are safe.",
                next: retry, nextLabel: "Try again", cause: cause)
        case .overBudget(let seconds):
            self.init(
                status: .serviceUnavailable, heading: "Too many requests for now",
                sentence: "Our data source limits how often we can ask it. Try again \(wait).",
                fields: [.retryAfter: String(max(1, seconds ?? 3600))], next: next, nextLabel: nextLabel,
                cause: "the source's rate limit is reached")
        case .quotaExceeded(let seconds):
            self.init(
                status: .tooManyRequests, heading: "Too many requests",
                sentence: """
                    Many new pages were opened from your network in a short time. Try again \(wait). Pages that were \
                    opened before still work.
                    """,
                fields: [.retryAfter: String(max(1, seconds))], next: next, nextLabel: nextLabel)
        case .unavailable(let cause, let seconds):
            self.init(
                status: .serviceUnavailable, heading: "Heroes are unavailable for now",
                sentence: "Try again \(wait). Your favourites are safe.",
                fields: [.retryAfter: String(max(1, seconds))], next: next, nextLabel: nextLabel, cause: cause)
        case .notCached:
            // Only a prefetch gets this error. Browsers drop an unsuccessful prefetch and ask again at the click. A 5xx
            // status would look like a failure to an operator, and 204, a success, could be shown in place of the page.
            self.init(
                status: .forbidden, heading: "This page is not prefetched",
                sentence: "It loads when you open it.", next: retry, nextLabel: "See the page")
        case .cancelled:
            self.init(
                status: .serviceUnavailable, heading: "This page didn’t finish loading",
                sentence: "Reload to try again.",
                fields: [.retryAfter: "1"], next: retry, nextLabel: "Try again")
        }
    }

    init(_ error: FavouritesError, retry: Route) {
        switch error {
        case .full(let limit):
            self.init(
                status: .conflict, heading: "Favourites full",
                sentence: "You can keep up to \(limit.grouped) heroes. Remove some to add more.",
                next: .favourites(page: 1), nextLabel: "See your favourites")
        case .unavailable(let cause):
            self.init(
                status: .serviceUnavailable, heading: "Your change was not saved",
                sentence: "We couldn’t save that. Your earlier favourites are unchanged.",
                fields: [.retryAfter: "30"], next: retry, nextLabel: "Go back and try again", cause: cause)
        case .unconfirmed(let cause):
            self.init(
                status: .serviceUnavailable, heading: "This may not have been saved",
                sentence: "Please check your favourites to see if the change is there. All others are unchanged.",
                fields: [.retryAfter: "30"], next: .favourites(page: 1), nextLabel: "See your favourites", cause: cause)
        }
    }
}

extension Failure {
    /// Returns the page for a request that violates a rule or a limit of HTTP.
    static func http(_ status: HTTPResponse.Status) -> Failure {
        let (heading, sentence) =
            switch status.code {
            case 408: ("That took too long", "Your request didn’t arrive in time. Please try again.")
            case 413: ("That is too large", "This site can’t take that much at once. Nothing was changed.")
            case 414: ("That address is too long", "Check the address, or start from all heroes.")
            case 429:
                ("Too many requests", "Many pages were opened from your network at once. Please try again in a moment.")
            case 431: ("That request is too large", "Clearing old cookies often helps.")
            case 503: ("We’re very busy", "Please try again in a moment.")
            case 500...: ("That isn’t supported", "The request asks for something that this site can’t do.")
            default: ("That request didn’t work", "It isn’t one that a browser would send.")
            }
        var failure = Failure(status: status, heading: heading, sentence: sentence)
        if [429, 503].contains(status.code) { failure.fields[.retryAfter] = "2" }
        // Only forms that change favourites have content.
        if status == .contentTooLarge {
            (failure.next, failure.nextLabel) = (.favourites(page: 1), "Back to your favourites")
        }
        return failure
    }
}

extension HeroError {
    /// The time to wait, in words after "Try again". Minutes are rounded up, so that visitors do not come back too early.
    var waitTime: String {
        guard let seconds = retryAfter else { return "later" }
        let minutes = (seconds + 59) / 60
        let hours = (seconds + 1800) / 3600
        return switch seconds {
        case ..<90: "in a minute"
        case _ where minutes < 60: "in \(minutes) minutes"
        case _ where hours < 2: "in about an hour"
        case ..<72_000: "in about \(hours) hours"
        default: "tomorrow"
        }
    }

    /// True if the source says that the next minutes bring nothing either.
    var isPersistent: Bool { retryAfter.map { $0 > 300 } ?? false }

    /// The seconds until the next try; nil if the error does not know them.
    var retryAfter: Int? {
        switch self {
        case .overBudget(let seconds): seconds
        case .quotaExceeded(let seconds), .unavailable(_, let seconds): seconds
        case .notFound, .timedOut, .broken, .invalidResponse, .notCached, .cancelled: nil
        }
    }
}
