import Basics
import HTTP
import Heroes

/// `/heroes?q=spi`: the heroes that the source's own search finds, and the first results of other kinds.
struct SearchPage {
    let visit: Visit
    let search: String
    let page: Int

    func response() async throws(Failure) -> Response {
        if let route = await visit.searchedPage(search) { return .redirect(to: route.url, .found) }
        let found = visit.pending { source async throws(HeroError) in
            try await source.search(search, .page(page))
        }
        return try await visit.listPage(of: found, retry: route(page), content: content) {
            SearchView(search, page, $0)
        }
    }

    private func route(_ page: Int) -> Route { HeroList.search(search, page: page).route }

    private func content(_ found: SearchResults) throws(Failure) -> SearchResultsView {
        try found.checkPage(page, route)
        let reasons = found.heroes.items.compactMap { match in reason(match).map { (match.hero.id, $0) } }
        var notes = Dictionary(reasons) { first, _ in first }
        // The only hero has the room of all.
        if page == 1, found.heroes.total == 1, let hero = found.heroes.items.first?.hero {
            notes[hero.id] = visit.texts.sentences(of: hero, limit: 220) ?? notes[hero.id]
        }
        let list = CardsView(found.heroes.map(\.hero), page: page, visit, notes: notes, at: route)
        var view = SearchResultsView(list)
        view.show(found, visit)
        view.groups = found.groups.compactMap { SearchGroupView($0, of: search, without: view.topics) }
        view.isLimited = found.heroes.gap == .searchUnavailable
        view.isCut = visit.request.queryForm.isSearchCut
        view.isInexact = !found.isComplete && !list.cards.isEmpty && found.named.isEmpty && view.narrowed == nil
        if list.cards.isEmpty, view.topics.isEmpty, view.groups.isEmpty, view.narrowed == nil {
            view.noResults = NoResultsView(search)
        }
        view.attribution = visit.texts.attribution(found.heroes.attribution)
        return view
    }

    /// Returns the reason in words; nil if the name of the hero shows it.
    private func reason(_ match: SearchMatch) -> String? {
        switch match.reason {
        case .name: nil
        case .similar(let name) where name == match.hero.name: nil
        case .alias(let name), .similar(let name): "also known as \(name)"
        case .team(let name): "member of \(name)"
        case .title(let title): "in \(title)"
        case .creator(let name): "in comics by \(name)"
        case .keyword, .description: visit.excerpt(of: match.hero)
        }
    }
}
