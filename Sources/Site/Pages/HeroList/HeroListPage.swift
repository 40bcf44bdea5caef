import HTML
import HTTP
import Heroes

/// `/heroes`: all heroes, the results of a search, or a shared selection.
struct HeroListPage {
    let context: PageContext
    let request: PageRequest

    /// Returns all heroes or the results of a search.
    func respond(search: String?, page: Int) async throws(Failure) -> Response {
        try await context.list(page, request, at: { .heroes(search: search, page: $0) }) {
            (source, page) async throws(HeroError) in
            if let search { return try await source.matches(search, .page(page)) }
            return try await source.heroes(HeroQuery(range: .page(page))).map { SearchMatch($0, .name) }
        } part: { found in
            gallery(found, search, page)
        } deferred: {
            var gallery = $0.addingLateTransitions()
            // The heading of the page was sent before it was known that there are no results.
            if let search { gallery.emptyState?.heading = HeroListView.noResults(search) }
            return gallery
        } in: { _, gallery in
            HeroListView(search: search, page: page, gallery: gallery)
        }
    }

    /// Returns a shared selection of heroes (`/heroes?ids=1009610,1009368`).
    func respond(shared ids: [Hero.ID], page: Int) async throws(Failure) -> Response {
        var seen = Set<Hero.ID>()
        let ids = ids.filter { seen.insert($0).inserted }
        let route: @Sendable (Int) -> Route = { .shared(ids, page: $0) }
        return try await context.list(page, request, at: route) { (source, page) async throws(HeroError) in
            try await Self.heroes(ids, .page(page), source)
        } part: { heroes in
            var gallery = context.gallery(heroes, page: page, request, at: route)
            gallery.sharedList = SharedListView(ids: ids, isComplete: ids.allSatisfy(request.hasFavourite))
            if heroes.items.isEmpty {
                gallery.emptyState = EmptyStateView(
                    heading: "No heroes in this link", sentence: "It may be old or incomplete.",
                    address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
            }
            return gallery
        } deferred: {
            $0.addingLateTransitions()
        } in: { _, gallery in
            HeroListView(sharedPage: page, gallery: gallery)
        }
    }

    /// Returns the existing heroes of one page; those that are not cached are requested concurrently.
    private static func heroes(
        _ ids: [Hero.ID], _ range: PageRange, _ source: any HeroSource
    ) async throws(HeroError) -> ListPage<Hero> {
        let pending = ids.dropFirst(range.offset).prefix(range.limit).map { id in
            PendingResult { () async throws(HeroError) in
                if let known = source.cachedHero(id) { return Attributed(known, attribution: Attribution(html: "")) }
                return try await source.hero(id)
            }
        }
        var heroes: [Hero] = []
        var attribution = await source.cachedFrontPage?.attribution ?? Attribution(html: "")
        for answer in pending {
            switch await answer.result {
            case .success(let hero):
                heroes.append(hero.value)
                if !hero.attribution.html.isEmpty { attribution = hero.attribution }
            case .failure(.notFound): break
            case .failure(let error): throw error
            }
        }
        // It is unknown which heroes of other pages exist.
        return ListPage(
            items: heroes, range: range, total: ids.count > range.limit ? ids.count : heroes.count,
            attribution: attribution)
    }

    private func gallery(_ found: ListPage<SearchMatch>, _ search: String?, _ page: Int) -> GalleryView {
        let heroes = found.map(\.hero)
        var gallery = context.gallery(heroes, page: page, request) { .heroes(search: search, page: $0) }
        if search == nil, let origin = context.configuration.origin(of: request.http) {
            gallery.linkedData = LinkedData.list(
                heroes.items.map { ($0.id, $0.name) }, from: heroes.range.offset + 1, origin)
        }
        let matches = found.items
        for (index, match) in matches.enumerated() where gallery.cards[index].note == nil {
            if case .alias(let name) = match.reason { gallery.cards[index].note = "as \(name)" }
        }
        gallery.nameCount = matches.firstIndex { $0.reason == .description }
        if matches.isEmpty { gallery.emptyState = Self.emptyState(search) }
        return gallery
    }

    /// Returns the state without heroes; the heading of a search's page says that there are none.
    private static func emptyState(_ search: String?) -> EmptyStateView {
        let all = Route.heroes(search: nil, page: 1).url
        guard search != nil else { return EmptyStateView(heading: "No heroes yet", address: all, label: "Reload") }
        return EmptyStateView(
            sentence: "Check the spelling, or type just the first few letters.", address: all, label: "See all heroes")
    }
}

extension GalleryView {
    /// Returns the gallery with the style sheet for portraits that are sent after the head of the page.
    fileprivate func addingLateTransitions() -> GalleryView {
        var gallery = self
        if !cards.isEmpty { gallery.lateTransitions = Route.transitions(ids).url }
        return gallery
    }
}
