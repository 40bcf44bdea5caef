import Heroes
import Support
import Testing

/// A fault of an upstream, and the expected response to a visitor.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let response: LoopbackUpstream.Reply
    let status: Int
    /// The expected Retry-After of the page.
    var retryAfter: String?
    /// A part of the expected log line.
    let cause: String

    var testDescription: String { name }

    /// The expected outcome in the metrics.
    var outcome: CallOutcome {
        switch status {
        case 504: .timedOut
        case 503: cause.contains("503") ? .unavailable : .rateLimited
        default: .broken
        }
    }

    /// The site's timeout in seconds: long enough for a busy machine, short if it is reached on purpose.
    var timeout: Double { status == 504 ? 0.3 : 60 }

    /// The timeout for tests with correct responses before or after the fault.
    var longerTimeout: Double { max(timeout, 3) }

    /// A fault for each outcome of a call; the sources' own tests have more of them.
    static let all = [
        Fault(name: "resets the connection", response: .reset(), status: 502, cause: "broken"),
        Fault(name: "sends nothing", response: .silence, status: 504, cause: "timed out"),
        Fault(
            name: "sends 20 MiB", response: .response(body: [UInt8](repeating: 32, count: 20 << 20)), status: 502,
            cause: "larger than 8388608 bytes"),
        Fault(
            name: "sends a list of wrong types",
            response: .json(#"{"code":200,"data":{"results":[{"id":{}},7,null]}}"#),
            status: 502, cause: "none of 3 results can be read"),
        Fault(
            name: "sends HTML with 200",
            response: .text("<!doctype html><title>Portal</title>", headers: [("Content-Type", "text/html")]),
            status: 502, cause: "(text/html)"),
        Fault(
            name: "refuses the keys",
            response: .json(#"{"code":"InvalidCredentials","message":"The passed API key is invalid."}"#, status: 401),
            status: 502, cause: "status 401: The passed API key is invalid."),
        Fault(
            name: "is over its limit", response: .json(#"{"code":"RequestThrottled"}"#, status: 429), status: 503,
            retryAfter: "3600", cause: "rate limit"),
        Fault(
            name: "is over its limit with Retry-After",
            response: .json(#"{"code":"RequestThrottled"}"#, status: 429, headers: [("Retry-After", "120")]),
            status: 503, retryAfter: "120", cause: "rate limit"),
        Fault(
            name: "is unavailable with Retry-After",
            response: .text("", status: 503, headers: [("Retry-After", "90")]), status: 503, retryAfter: "90",
            cause: "status 503"),
        Fault(
            name: "redirects to another host",
            response: .response(status: 301, headers: [("Location", "http://127.0.0.2:1/v1/public/characters/7")]),
            status: 502, cause: "status 301"),
    ]
}
