import Caching
import Support
import Testing

/// One way in which an upstream goes wrong, and what a visitor who has waited for it reads.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: LoopbackUpstream.Answer
    let status: Int
    /// Seconds that the page tells browsers to wait.
    var retryAfter: String?
    /// What the log line holds.
    let cause: String

    var testDescription: String { name }

    /// How the figures count its calls.
    var outcome: CallOutcome {
        switch status {
        case 504: .timedOut
        case 503: cause.contains("503") ? .closed : .refused
        default: .broken
        }
    }

    /// Seconds that the site waits: long enough for a busy machine, short where nothing comes anyway.
    var timeout: Double { status == 504 ? 0.3 : 60 }

    /// Seconds for which the upstream is not asked again: as it wants, or after a refusal.
    var rest: Double {
        if let retryAfter { return Double(retryAfter) ?? 0 }
        return cause.contains(/status 4\d\d/) ? 30 : 0
    }

    /// The same where there are right answers before or after, which take their time, too.
    var longerTimeout: Double { max(timeout, 3) }

    private static let half = #"{"code":200,"data":{"results":[{"id":7,"name":"No"#

    static let all = [
        Fault(name: "resets at once", answer: .reset(), status: 502, cause: "broken"),
        Fault(
            name: "resets in the middle",
            answer: .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\(half)".utf8)), status: 502,
            cause: "broken"),
        Fault(name: "closes without a word", answer: .bytes([]), status: 502, cause: "broken"),
        Fault(name: "sends nothing", answer: .silence, status: 504, cause: "timed out"),
        Fault(
            name: "sends a byte a second",
            answer: .drip(Array("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\(half)".utf8), every: 1), status: 504,
            cause: "timed out"),
        Fault(
            name: "sends 20 MiB", answer: .response(body: [UInt8](repeating: 32, count: 20 << 20)), status: 502,
            cause: "larger than 8388608 bytes"),
        Fault(
            name: "sends half a gzip stream",
            answer: .response(
                headers: [("Content-Encoding", "gzip")],
                body: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0, 0x40, 0, 0xBF, 0xFF] + Array(half.utf8)), status: 502,
            cause: "the compressed body ends before its end"),
        Fault(name: "sends half an answer", answer: .json(half), status: 502, cause: "no readable answer"),
        Fault(
            name: "sends wrong types", answer: .json(#"{"code":"200","data":{"results":{"id":[]}}}"#), status: 502,
            cause: "no readable answer"),
        Fault(
            name: "sends a list of wrong types", answer: .json(#"{"code":200,"data":{"results":[{"id":{}},7,null]}}"#),
            status: 502, cause: "none of 3 results can be read"),
        Fault(
            name: "sends HTML with 200",
            answer: .text("<!doctype html><title>Portal</title>", headers: [("Content-Type", "text/html")]),
            status: 502, cause: "no readable answer (text/html)"),
        Fault(
            name: "refuses the keys",
            answer: .json(#"{"code":"InvalidCredentials","message":"The passed API key is invalid."}"#, status: 401),
            status: 502, cause: "status 401: The passed API key is invalid."),
        Fault(
            name: "misses a parameter",
            answer: .json(#"{"code":409,"status":"We don't recognize the parameter hash=x"}"#, status: 409),
            status: 502,
            cause: "status 409"),
        Fault(
            name: "is over its limit", answer: .json(#"{"code":"RequestThrottled"}"#, status: 429), status: 503,
            retryAfter: "3600", cause: "budget"),
        Fault(
            name: "is over its limit and says until when",
            answer: .json(#"{"code":"RequestThrottled"}"#, status: 429, headers: [("Retry-After", "120")]), status: 503,
            retryAfter: "120", cause: "budget"),
        Fault(name: "fails inside", answer: .text("", status: 500), status: 502, cause: "status 500"),
        Fault(name: "has lost its server", answer: .text("", status: 502), status: 502, cause: "status 502"),
        Fault(
            name: "is closed and says until when",
            answer: .text("", status: 503, headers: [("Retry-After", "90")]), status: 503, retryAfter: "90",
            cause: "status 503"),
        Fault(
            name: "redirects to a file", answer: .response(status: 302, headers: [("Location", "file:///etc/passwd")]),
            status: 502, cause: "status 302"),
        Fault(
            name: "redirects to another host",
            answer: .response(status: 301, headers: [("Location", "http://127.0.0.2:1/v1/public/characters/7")]),
            status: 502, cause: "status 301"),
    ]
}
