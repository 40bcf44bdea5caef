import HTTP
import HTTPTypes
import Heroes

/// The cookies of this site: one identifies the visitor, and one changes with every toggle and has the revision of the
/// favourites.
struct VisitorCookie: Sendable {
    private static let lifetime = 400 * 24 * 60 * 60
    private static let prefix = "__Host-"

    private let isSecure: Bool
    private let received: Cookies

    init(_ request: Request, _ configuration: SiteConfiguration) {
        isSecure = configuration.isSecure
        received = Cookies(request)
    }

    /// The visitor that the request names; nil if there is none, or several values differ.
    ///
    /// With HTTPS, a cookie without the `__Host-` prefix counts only if there is no other: another host or an attacker
    /// on the network can have set it (RFC 6265bis section 4.1.3.2), or it is older than HTTPS.
    var visitor: Visitor? {
        let values = received[name("visitor")].isEmpty ? received["visitor"] : received[name("visitor")]
        let visitors = Set(values.compactMap { Visitor(token: $0) })
        return visitors.count == 1 ? visitors.first : nil
    }

    /// The latest revision of the favourites that the browser has seen; nil without one. A forged value only makes the
    /// store read the client's own favourites again.
    var seenRevision: UInt64? { received[name("toggled")].compactMap(Self.revision).max() }

    /// Returns the Set-Cookie line that identifies the visitor for 400 days.
    func setCookie(for visitor: Visitor) -> String? { line(name("visitor"), visitor.token, maxAge: Self.lifetime) }

    /// Returns a Set-Cookie line with a new value. Chromium then drops its back/forward cache, which has stale hearts
    /// (measured on 156).
    func toggleCookie(_ value: UInt64, revision: UInt64?) -> String? {
        let prefix = revision.map { "r" + String($0, radix: 36) + "." } ?? ""
        return line(name("toggled"), prefix + String(value, radix: 36), maxAge: Self.lifetime)
    }

    /// Returns the revision in a value such as `rlz3k9x2.1y`; nil if it has none.
    private static func revision(_ value: String) -> UInt64? {
        guard value.hasPrefix("r"), let end = value.firstIndex(of: ".") else { return nil }
        return UInt64(value[..<end].dropFirst(), radix: 36)
    }

    /// The Set-Cookie lines that delete the site's cookies.
    var expiring: [String] {
        Set(["visitor", name("visitor"), name("toggled")]).sorted().compactMap { line($0, "", maxAge: 0) }
    }

    /// Returns the name of a cookie. With HTTPS it differs, because a site with plain HTTP cannot change a Secure cookie
    /// (RFC 6265bis section 5.7).
    private func name(_ name: String) -> String { (isSecure ? Self.prefix : "") + name }

    private func line(_ name: String, _ value: String, maxAge: Int) -> String? {
        SetCookie(name: name, value: value, maxAge: maxAge, isSecure: isSecure)?.line
    }
}
