import HTTP
import HTTPTypes

extension Gateway {
    /// Lets scripts of any origin read a response, its ETag, Link and Retry-After (WHATWG Fetch, CORS protocol).
    static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Link, Retry-After",
    ]

    /// The response to a CORS preflight, which browsers send before a call with fields such as If-None-Match. It needs
    /// no keys and is not counted. Authorization is the one field that the asterisk does not include.
    static let preflight = Response(
        status: .noContent,
        fields: [
            .allow: methods, .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}
