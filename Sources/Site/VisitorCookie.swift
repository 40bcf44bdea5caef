import HTTP
import HTTPTypes
import Heroes

/// The cookies of this site: one identifies the visitor, and one changes with every toggle and has the revision of the
/// favourites.
///
/// A browser sends a host's cookies to all of its ports. If the `visitor` cookie belongs to a site at another port,
/// this site adds its own with its port in the name, such as `visitor-8081`, and leaves the other unchanged.
struct VisitorCookie: Sendable {
    private static let lifetime = 400 * 24 * 60 * 60
    private static let base = "visitor"
    private static let prefix = "__Host-"
    /// The maximum number of visitors that are looked up in the store.
    private static let limit = 4

    private let isSecure: Bool
    /// The names of this site's cookie: with its port, which is used if the short name is taken, and the short name.
    private let names: [String]
    /// The visitor cookies of the request, this site's first; nil for an invalid value and if two values differ.
    private let received: [(name: String, visitor: Visitor?)]
    /// The latest revision of the favourites that the browser has seen; nil without one. A forged value only makes the
    /// store read the client's own favourites again.
    let seenRevision: UInt64?

    init(_ request: Request, _ configuration: SiteConfiguration) {
        isSecure = configuration.isSecure
        let short = (isSecure ? Self.prefix : "") + Self.base
        // The port in the site's public address.
        let port = configuration.origin(of: request).flatMap { WebOrigin($0.text) }?.port ?? 80
        let names = [short + "-\(port)", short]
        self.names = names
        let cookies = Cookies(request)
        let others = cookies.names.filter { !names.contains($0) && Self.isVisitorCookie($0) }
        received = (names + others).compactMap { name in
            let values = cookies[name]
            let visitors = values.compactMap { Visitor(token: $0) }
            return values.isEmpty ? nil : (name, Set(visitors).count == 1 ? visitors.first : nil)
        }
        seenRevision = cookies[Self.toggledName(isSecure)].compactMap(Self.revision).max()
    }

    /// The visitors that the cookies name, the likeliest first; the store decides which of them belong to this site.
    ///
    /// With HTTPS, a cookie without the `__Host-` prefix counts only if there is no other: another host or an attacker
    /// on the network can have set it (RFC 6265bis section 4.1.3.2), or it is older than HTTPS.
    var candidates: [Visitor] {
        let strict = received.filter { $0.name.hasPrefix(Self.prefix) }.compactMap(\.visitor)
        let all = isSecure && !strict.isEmpty ? strict : received.compactMap(\.visitor)
        var seen = Set<Visitor>()
        return Array(all.filter { seen.insert($0).inserted }.prefix(Self.limit))
    }

    /// Returns the Set-Cookie line that identifies the visitor for 400 days. It replaces the cookie of `previous`, if
    /// that is a visitor of this site.
    func setCookie(for visitor: Visitor, replacing previous: Visitor? = nil) -> String? {
        let current = [visitor, previous].compactMap(\.self).compactMap { visitor in
            received.first { names.contains($0.name) && $0.visitor == visitor }?.name
        }
        let isTaken = received.contains { $0.name == names[1] }
        return line(current.first ?? names[isTaken ? 0 : 1], visitor.token, maxAge: Self.lifetime)
    }

    /// Returns a Set-Cookie line with a new value. Chromium then drops its back/forward cache, which has stale hearts
    /// (measured on 156).
    ///
    /// With HTTPS the name differs, because a site with plain HTTP cannot change a Secure cookie (RFC 6265bis section
    /// 5.7). If sites share the cookie, a browser only drops more pages than necessary.
    func toggleCookie(_ value: UInt64, revision: UInt64?) -> String? {
        let prefix = revision.map { "r" + String($0, radix: 36) + "." } ?? ""
        return line(Self.toggledName(isSecure), prefix + String(value, radix: 36), maxAge: Self.lifetime)
    }

    /// Returns the revision in a value such as `rlz3k9x2.1y`; nil if it has none.
    private static func revision(_ value: String) -> UInt64? {
        guard value.hasPrefix("r"), let end = value.firstIndex(of: ".") else { return nil }
        return UInt64(value[..<end].dropFirst(), radix: 36)
    }

    /// Returns the Set-Cookie lines that delete the cookies of these visitors, under any name.
    func expiring(_ visitors: Set<Visitor>) -> [String] {
        let ended = received.filter { $0.visitor.map(visitors.contains) ?? false }.map(\.name)
        return (ended + [Self.toggledName(isSecure)]).compactMap { line($0, "", maxAge: 0) }
    }

    private static func toggledName(_ isSecure: Bool) -> String { (isSecure ? prefix : "") + "toggled" }

    private static func isVisitorCookie(_ name: String) -> Bool {
        let short = name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name[...]
        return short == base || short.hasPrefix(base + "-")
    }

    private func line(_ name: String, _ value: String, maxAge: Int) -> String? {
        SetCookie(
            name: name, value: value, path: "/", maxAge: maxAge, isHTTPOnly: true, isSecure: isSecure, sameSite: .lax
        )?.line
    }
}
