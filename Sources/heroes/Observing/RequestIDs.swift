import Basics
import HTTP
import HTTPTypes

/// The ids of requests in logs and answers: a client's own, or a fresh one.
enum RequestIDs {
    // The name is a token, so it is never another one.
    static let field = HTTPField.Name("X-Request-ID") ?? .contentType
    private static let longest = 64

    static func id(of request: Request) -> String {
        let given = request.fields[values: field]
        return id(given.count == 1 ? given[0] : nil)
    }

    static func id(of head: RequestHead) -> String {
        let given = head.repeats("x-request-id") ? nil : head.value("x-request-id")
        return id(given.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns 13 random characters, so that no visitors can be counted by them.
    static func fresh() -> String { String(UInt64.random(in: (1 << 63)...(.max)), radix: 32) }

    /// Returns the client's id if it may stand in a log and in a field as it is.
    private static func id(_ given: String?) -> String {
        guard let given, !given.isEmpty, given.utf8.count <= longest,
            given.utf8.allSatisfy({ $0.isUnreserved && $0 != UInt8(ascii: "~") })
        else { return fresh() }
        return given
    }
}
