import HTML
import HTTP
import Heroes

/// `/heroes`: all heroes, the results of a search, the heroes under a letter, or a shared selection.
struct HeroListPage {
    let context: PageContext

    /// Returns all heroes or the results of a search.
    func respond(_ search: String?, _ page: Int) async throws(Failure) -> Response {
        let found = context.request { source async throws(HeroError) in
            if let search { return try await context.search(await source.search(search, .page(page))) }
            let heroes = try await source.heroes(HeroQuery(range: .page(page)))
            return SearchResults(heroes.map { SearchMatch($0, .name) })
        }
        return try await context.list(page, found, at: { .heroes(search: search, page: $0) }) { found in
            part(found, search, page)
        } in: { list in
            view(search, page, list)
        }
    }

    /// Returns the heroes with names that start with a letter, or that sort before or after the letters (`/heroes/a-z/b`).
    func respond(under letter: String, _ page: Int) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .index(letter, page: $0) }
        let label = HeroList.label(letter)
        let heroes = context.request { source async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        }
        return try await context.list(page, heroes, at: route) { heroes in
            var list = context.cards(heroes, page: page, at: route)
            if heroes.items.isEmpty {
                list.emptyState = EmptyStateView(.noNames(under: label + heroes.growth))
            }
            return list
        } in: { list in
            let heading = "Heroes A–Z: \(label)"
            var view = ListView(title: heading, heading: heading, page: page, list)
            view.letters = ChoiceView.letters(letter)
            view.layout.summary = "Marvel heroes from A to Z: \(label)."
            view.layout.canonical = route(page)
            view.layout.steps = [("Marvel heroes", .allHeroes), ("A–Z", route(page))]
            return view
        }
    }

    private func part(_ found: SearchResults, _ search: String?, _ page: Int) -> ListPartView {
        let heroes = found.heroes.map(\.hero)
        var list = context.cards(heroes, page: page) { .heroes(search: search, page: $0) }
        if search == nil, let origin = context.origin {
            list.linkedData = LinkedData.list(heroes.items, from: heroes.range.offset + 1, origin)
        }
        for (index, match) in found.heroes.items.enumerated() where list.cards[index].note == nil {
            switch match.reason {
            case .alias(let name): list.cards[index].note = "also known as \(name)"
            case .team(let name): list.cards[index].note = "member of \(name)"
            case .title(let title): list.cards[index].note = "in \(title)"
            case .name, .similar, .keyword, .description: break
            }
        }
        list.isSearchCut = context.http.queryForm.isSearchCut
        list.isInexact = !found.isComplete && !heroes.items.isEmpty
        if let search { list.groups = found.groups.compactMap { SearchGroupView($0, of: search) } }
        if heroes.items.isEmpty, list.groups.isEmpty {
            list.emptyState = EmptyStateView(search.map { .noResults($0) } ?? .noHeroes)
        }
        return list
    }

    private func view(_ search: String?, _ page: Int, _ list: Deferred<ListPartView>) -> ListView {
        let heading =
            search.map { list.value?.emptyState == nil ? "Results for “\($0)”" : "Nothing found for “\($0)”" }
        let summary =
            search.map { "Marvel heroes found for “\($0)”." }
            ?? "Browse Marvel heroes from A to Z, see the comics they appear in, and keep your favourites."
        var view = ListView(
            title: heading ?? "All heroes", heading: heading ?? "Marvel heroes", page: page, list)
        view.layout.summary = page == 1 ? summary : "\(summary) Page \(page)."
        view.layout.navigationItem = .heroes
        view.layout.search = search ?? ""
        view.layout.canonical = .heroes(search: search, page: page)
        view.layout.isUnlisted = search != nil
        return view
    }

    /// Returns a shared selection of heroes (`/heroes?ids=1009610,1009368`). The page waits for the heroes: its preview
    /// in the message that contains the link shows them.
    func respond(shared ids: [Hero.ID], _ page: Int) async throws(Failure) -> Response {
        var seen = Set<Hero.ID>()
        let ids = ids.filter { seen.insert($0).inserted }
        let route: (Int) -> Route = { .shared(ids, page: $0) }
        let heroes = try await context.fetch(retry: route(page), await self.heroes(ids, .page(page)))
        try context.checkPage(heroes, page, route)
        var list = context.cards(heroes, page: page, at: route)
        list.sharedList = SharedListView(
            ids: ids, names: names(heroes), isComplete: ids.allSatisfy(context.hasFavourite),
            share: context.sharedAddress(route(1)))
        if list.paging == nil { list.summary = "" }
        if heroes.items.isEmpty { list.emptyState = EmptyStateView(.noSharedHeroes) }
        return context.page(view(shared: heroes, page, list, at: route(page))).repeatable().aged(heroes.age)
    }

    private func view(
        shared heroes: ListPage<Hero>, _ page: Int, _ list: ListPartView, at route: Route
    ) -> ListView {
        let heading = "Heroes shared with you"
        var view = ListView(
            title: names(heroes).map { "\(Hero.count(heroes.total)): \($0)" } ?? heading, heading: heading, page: page,
            .ready(list))
        view.layout.summary = "A list of Marvel heroes, shared by a link."
        view.layout.canonical = route
        view.layout.isUnlisted = true
        view.layout.portrait = heroes.items.first.map {
            PortraitView(
                $0.thumbnail, at: .head, placeholderImage: context.placeholderImage,
                alternative: "Portrait of \($0.name)")
        }
        view.layout.collage = context.collage(heroes.items.compactMap(\.thumbnail))
        return view
    }

    /// Returns the first names in words, or nil without heroes.
    private func names(_ heroes: ListPage<Hero>) -> String? {
        let names = heroes.items.prefix(3).map(\.name)
        guard let last = names.last else { return nil }
        let others = heroes.total - names.count
        let first = (others > 0 ? names : names.dropLast()).joined(separator: ", ")
        return first.isEmpty ? last : first + " and " + (others > 0 ? "\(others) more" : last)
    }

    /// Returns the existing heroes of one page; those that are not cached are requested concurrently.
    private func heroes(
        _ ids: [Hero.ID], _ range: PageRange
    ) async throws(HeroError) -> ListPage<Hero> {
        let pending = ids.dropFirst(range.offset).prefix(range.limit).map { id in
            context.request { source async throws(HeroError) in
                if let known = source.cachedHero(id) { return Attributed(known, attribution: Attribution(html: "")) }
                return try await source.hero(id)
            }
        }
        var heroes: [Hero] = []
        var attribution = await context.source.cachedFrontPage?.attribution ?? Attribution(html: "")
        for answer in pending {
            switch await answer.value {
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

    /// Returns a redirect to a random hero, uniformly distributed (`/heroes/random`).
    func respondRandom() async throws(Failure) -> Response {
        let first = try await heroes(1)
        var generator = context.configuration.generator
        let index = Int.random(in: 0..<max(1, first.total), using: &generator)
        let number = index / PageRange.pageLength + 1
        let heroes = number == 1 ? first.items : try await heroes(number).items
        // The list may have become shorter between the two requests.
        guard let hero = heroes.dropFirst(index % PageRange.pageLength).first ?? first.items.first else {
            throw Failure(.notFound, retry: .random)
        }
        return .redirect(to: Route.hero(hero.id, named: hero.name).url, .found)
    }

    private func heroes(_ page: Int) async throws(Failure) -> ListPage<Hero> {
        try await context.fetch(retry: .random, await context.source.heroes(HeroQuery(range: .page(page))))
    }
}
