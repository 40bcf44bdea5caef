import HTTP
import HTTPTypes

extension Gateway {
    /// Lets scripts of any page read an answer, its ETag and Retry-After (WHATWG Fetch, CORS protocol).
    static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Retry-After",
    ]

    /// The answer to a preflight, before a script's call with fields of its own such as If-None-Match: it needs no keys
    /// and counts for none. Authorization is the one field that the asterisk leaves out.
    static let preflight = Response(
        status: .noContent,
        fields: [
            .allow: methods, .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}
