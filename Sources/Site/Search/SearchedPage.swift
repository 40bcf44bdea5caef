import Basics
import HTTP
import Heroes

/// Searches that are the number of a hero or an address of this site.
extension Visit {
    /// A shorter number is rather a year or a part of a name.
    private static let digitLimit = 5

    /// Returns the page that a search leads to in place of results, or nil.
    func searchedPage(_ search: String) async -> Route? {
        // An address may be longer than a search.
        if let route = ownPage(request.queryForm["q"]?.asLine ?? search) { return route }
        guard search.utf8.count >= Self.digitLimit, let id = try? Route.number(search, named: "number"),
            // The search reports other failures than that of an unknown number.
            let hero = try? await source.knownHero(id)
        else { return nil }
        return .hero(hero.id, named: hero.name)
    }

    /// Returns the page of this site with an address such as `https://heroes.example/events`, `heroes.example/events` or
    /// `/events`; nil for any other text.
    private func ownPage(_ text: String) -> Route? {
        let address = text.prefix { $0 != "#" }
        let scheme = ["http://", "https://"].first { address.lowercased().hasPrefix($0) }
        let authority = address.dropFirst(scheme?.count ?? 0).prefix { $0 != "/" && $0 != "?" }
        let target = address[authority.endIndex...]
        if scheme != nil || !authority.isEmpty {
            guard isOwn(authority, scheme: scheme == "http://" ? "http" : "https") else { return nil }
        }
        let route = try? Route(target: target.isEmpty && scheme != nil ? "/" : String(target))
        return route?.isPage == true ? route : nil
    }

    /// Returns true for the host and port of the request or of the public URL.
    private func isOwn(_ authority: Substring, scheme: String) -> Bool {
        guard let origin = WebOrigin(scheme: scheme, authority: authority) else { return false }
        let publicHost = self.origin?.text.split(separator: "://").last.map(String.init)
        return [request.host, publicHost].contains { $0.flatMap { WebOrigin(scheme: scheme, authority: $0) } == origin }
    }
}
