import HTTP
import HTTPTypes
import Heroes

/// The cookies between a browser and this site: the one that names the visitor, and one that changes with every toggle.
///
/// A browser sends a host's cookies to all of its ports. So a site that meets a `visitor` cookie of another one sets its
/// own beside it, `visitor-8081` by its port, and both keep their visitors.
struct VisitorCookie: Sendable {
    private static let lifetime = 400 * 24 * 60 * 60
    private static let base = "visitor"
    private static let prefix = "__Host-"
    /// More cookies of other sites than that are not asked about.
    private static let limit = 4

    private let isSecure: Bool
    /// The names of this site's cookie: by its port if the short name is taken, which comes second.
    private let names: [String]
    /// The request's cookies by any name of a visitor's, this site's first; nil for a value that cannot be one of ours
    /// and where two differ.
    private let received: [(name: String, visitor: Visitor?)]

    init(_ request: Request, _ configuration: SiteConfiguration) {
        isSecure = configuration.isSecure
        let short = (isSecure ? Self.prefix : "") + Self.base
        // The port by which visitors reach the site.
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
    }

    /// Those who may be asking, the likeliest first; the store knows which of them are this site's visitors.
    ///
    /// Over https a cookie that another host or anybody on the way can have set (RFC 6265bis section 4.1.3.2), or that
    /// is from the time before https, counts only if there is no other.
    var candidates: [Visitor] {
        let strict = received.filter { $0.name.hasPrefix(Self.prefix) }.compactMap(\.visitor)
        let all = isSecure && !strict.isEmpty ? strict : received.compactMap(\.visitor)
        var seen = Set<Visitor>()
        return Array(all.filter { seen.insert($0).inserted }.prefix(Self.limit))
    }

    /// Names the visitor for 400 days from now; in place of `previous`, if that is a visitor of this site.
    func setCookie(for visitor: Visitor, replacing previous: Visitor? = nil) -> String? {
        let current = [visitor, previous].compactMap(\.self).compactMap { visitor in
            received.first { names.contains($0.name) && $0.visitor == visitor }?.name
        }
        let isTaken = received.contains { $0.name == names[1] }
        return line(current.first ?? names[isTaken ? 0 : 1], visitor.token, maxAge: Self.lifetime)
    }

    /// A new value makes Chromium drop the pages it keeps for Back, whose hearts would be stale (measured on 156).
    ///
    /// Over https it has another name, since a site that speaks http could not change it any more (RFC 6265bis section
    /// 5.7); sites that share it only make a browser drop more pages than it has to.
    func toggleCookie(_ value: UInt64) -> String? {
        line(toggledName, String(value, radix: 36), maxAge: Self.lifetime)
    }

    /// Ends the cookies of these visitors, by whatever name they came.
    func expiring(_ visitors: Set<Visitor>) -> [String] {
        let ended = received.filter { $0.visitor.map(visitors.contains) ?? false }.map(\.name)
        return (ended + [toggledName]).compactMap { line($0, "", maxAge: 0) }
    }

    private var toggledName: String { (isSecure ? Self.prefix : "") + "toggled" }

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
