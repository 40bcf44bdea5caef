import HTTP
import HTTPTypes
import Heroes

/// The two cookies: who the visitor is, and a value that changes with every toggle.
enum VisitorCookie {
    private static let lifetime = 400 * 24 * 60 * 60

    /// Nil without a cookie of ours, and where two differ; another program's cookie of that name does not count.
    ///
    /// Over https only the one that no other host and nobody on the way can have set (RFC 6265bis section 4.1.3.2).
    static func visitor(of request: Request, isSecure: Bool) -> Visitor? {
        let cookies = Cookies(request)
        for name in isSecure ? ["__Host-visitor"] : ["__Host-visitor", "visitor"] {
            let visitors = cookies[name].compactMap { Visitor(token: $0) }
            if let first = visitors.first { return visitors.allSatisfy { $0 == first } ? first : nil }
        }
        return nil
    }

    /// Names the visitor for 400 days from now.
    static func keep(_ visitor: Visitor, isSecure: Bool) -> String? {
        cookie(isSecure ? "__Host-visitor" : "visitor", visitor.token, maxAge: lifetime, isSecure)
    }

    /// A new value makes Chromium drop the pages it keeps for Back, whose hearts would be stale (measured on 156).
    static func toggled(_ value: UInt64, isSecure: Bool) -> String? {
        cookie("toggled", String(value, radix: 36), maxAge: lifetime, isSecure)
    }

    /// Ends the visitor's cookies, also one of the time before https.
    static func forget(isSecure: Bool) -> [String] {
        ["__Host-visitor", "visitor", "toggled"].compactMap { cookie($0, "", maxAge: 0, isSecure) }
    }

    private static func cookie(_ name: String, _ value: String, maxAge: Int, _ isSecure: Bool) -> String? {
        SetCookie(
            name: name, value: value, path: "/", maxAge: maxAge, isHTTPOnly: true, isSecure: isSecure, sameSite: .lax
        )?.line
    }
}
