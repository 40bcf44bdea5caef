import Basics
import HTML
import HTTP
import Heroes

/// `/heroes?ids=1009610,1009368`: a list that a visitor shared. The page waits for the heroes: its preview in the message
/// that contains the link shows them.
struct SharedPage {
    let visit: Visit
    let ids: [Hero.ID]
    let page: Int

    init(visit: Visit, ids: [Hero.ID], page: Int) {
        (self.visit, self.ids, self.page) = (visit, ids.unique(by: \.self), page)
    }

    func response() async throws(Failure) -> Response {
        let heroes = try await visit.fetch(retry: route(page), await heroes(.page(page)))
        try heroes.checkPage(page, route)
        var view = SharedView(CardsView(heroes, page: page, visit, at: route), ids, page, names: names(heroes))
        view.isComplete = ids.allSatisfy(visit.hasFavourite)
        view.share = visit.sharedAddress(route(1))
        view.attribution = visit.texts.attribution(heroes.attribution)
        view.layout.title = LayoutView.title(
            names(heroes).map { "\(Hero.count(heroes.total)): \($0)" } ?? view.heading, page)
        view.layout.portrait = heroes.items.first.map {
            PortraitView(
                $0.thumbnail, at: .head, substitute: visit.substitute(for: $0),
                alternative: "Portrait of \($0.name)")
        }
        view.layout.collage = visit.collage(heroes.items.compactMap(\.thumbnail))
        return visit.renderer.page(view).repeatable().aged(heroes.age)
    }

    private func route(_ page: Int) -> Route { HeroList.shared(ids, page: page).route }

    /// Returns the first names in words, or nil without heroes.
    private func names(_ heroes: ListPage<Hero>) -> String? {
        let names = heroes.items.prefix(3).map(\.name)
        guard let last = names.last else { return nil }
        let others = heroes.total - names.count
        let first = (others > 0 ? names : names.dropLast()).joined(separator: ", ")
        return first.isEmpty ? last : first + " and " + (others > 0 ? "\(others) more" : last)
    }

    /// Returns the existing heroes of one page; those that are not cached are requested concurrently.
    private func heroes(_ range: PageRange) async throws(HeroError) -> ListPage<Hero> {
        let pending = ids.dropFirst(range.offset).prefix(range.limit).map { id in
            visit.pending { source async throws(HeroError) in
                if let known = source.cachedHero(id) { return Attributed(known, attribution: Attribution(html: "")) }
                return try await source.hero(id)
            }
        }
        var heroes: [Hero] = []
        var attribution = await visit.source.cachedFirstPage?.attribution ?? Attribution(html: "")
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
}

/// A page of a shared list, with buttons that add all its heroes and share the link.
struct SharedView: PageView {
    static let template = "shared"

    var layout: LayoutView
    let heading = "Heroes shared with you"
    let page: Int
    let ids: [Hero.ID]
    var list: CardsView
    /// The first names, such as "Storm, Thor and 3 more"; nil if no hero exists.
    let names: String?
    /// True if all heroes are favourites of the visitor already.
    var isComplete = false
    var share: SafeURL
    var attribution: AttributionView?

    init(_ list: CardsView, _ ids: [Hero.ID], _ page: Int, names: String?) {
        (self.list, self.ids, self.page, self.names) = (list, ids, page, names)
        if list.paging == nil { self.list.summary = "" }
        let route = HeroList.shared(ids, page: page).route
        share = route.url
        layout = LayoutView(title: heading, page: page)
        layout.summary = "A list of Marvel heroes, shared by a link."
        layout.canonical = route
        layout.isUnlisted = true
        layout.setNeighbours(list.paging)
    }

    var transition: TransitionView? { TransitionView(list.heroes, page: page) }

    static let fields: [Field<SharedView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .view("list", \.list),
        .flag("isEmpty") { $0.list.cards.isEmpty },
        .text("ids") { "\($0.ids)" },
        .optionalText("names", \.names),
        .flag("isComplete", \.isComplete),
        .url("importFavourites") { _ in Route.favourites(.importList).url },
        .url("share", \.share),
        .url("allHeroes") { _ in Route.allHeroes.url },
        .optionalView("attribution", \.attribution),
    ]
}
