import HTTP
import HTTPTypes

extension Gateway {
    /// What lets scripts of any page read an answer, and the fields that tell of its age and of when to call again
    /// (WHATWG Fetch, CORS protocol).
    static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Retry-After",
    ]

    /// What a browser wants to hear before a script's call with fields of its own, such as If-None-Match: it needs no
    /// keys and counts for none. Authorization is the one field that the asterisk leaves out.
    static let preflight = Response(
        status: .noContent,
        fields: [
            .allow: methods, .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}
