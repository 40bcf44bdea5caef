import HTTP
import HTTPTypes
import Heroes

/// The two cookies: who the visitor is, and a value that changes with every toggle.
enum VisitorCookie {
    private static let lifetime = 400 * 24 * 60 * 60

    /// Nil without a cookie, with one that cannot be ours, and where two differ.
    static func visitor(of request: Request) -> Visitor? {
        let cookies = Cookies(request)
        for name in ["__Host-visitor", "visitor"] {
            guard !cookies.isAmbiguous(name), let token = cookies[name] else { continue }
            return Visitor(token: token)
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

    /// Ends the visitor's cookies.
    static func forget(isSecure: Bool) -> [String] {
        [isSecure ? "__Host-visitor" : "visitor", "toggled"].compactMap { cookie($0, "", maxAge: 0, isSecure) }
    }

    private static func cookie(_ name: String, _ value: String, maxAge: Int, _ isSecure: Bool) -> String? {
        SetCookie(
            name: name, value: value, path: "/", maxAge: maxAge, isHTTPOnly: true, isSecure: isSecure, sameSite: .lax
        )?.line
    }
}
