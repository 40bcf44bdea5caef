import HTML
import HTTP
import Heroes

/// The parts of the page of a work: a page of its heroes, and up to three works of each kind.
struct WorkDetail: Detail {
    let context: PageContext
    let work: Work
    /// The page of heroes.
    let number: Int
    let heroes: Pending<Result<ListPage<Hero>, HeroError>>
    let works: [PendingWorks]

    private var id: WorkID { work.id }
    private var slug: String { Slug.of(work.title) }

    var route: Route { route(number) }

    private func route(_ page: Int) -> Route { .list(.work(id, slug: slug, page: page)) }

    var parts: [DetailPart] {
        [DetailPart(LoaderView("heroes", .page), context, heroes, part)]
            + works.map {
                $0.part(
                    context, all: .section($0.kind, of: .work(id), slug: slug, page: 1),
                    readingList: id.kind == .events && $0.kind == .comics
                        ? .readingList(.work(id), slug: slug) : nil, retry: route)
            }
    }

    private func part(_ heroes: Result<ListPage<Hero>, HeroError>) -> PartContent {
        switch heroes {
        case .success(let heroes) where number > heroes.pageCount:
            let failure = Failure.pastTheEnd(route(heroes.pageCount), page: number, of: heroes.pageCount)
            return PartContent(view: .heroes(CastView(trouble: TroubleView(failure))), refusal: failure)
        case .success(let heroes):
            var list = context.cards(heroes, page: number, portraits: .cast, at: route)
            list.attribution = nil
            return PartContent(view: .heroes(CastView(list: list)), attribution: heroes.attribution, age: heroes.age)
        case .failure(.notFound): return PartContent(view: .heroes(CastView(list: ListPartView())), error: .notFound)
        case .failure(let error):
            let trouble = context.trouble("Heroes", error, retry: route)
            return PartContent(view: .heroes(CastView(trouble: trouble)), error: error)
        }
    }

    func view(_ parts: Deferred<[DetailPartView]>) -> DetailView {
        let title = work.heading
        let isListed = context.source.listedKinds.contains(id.kind)
        let list = Route.all(id.kind)
        var layout = LayoutView(title: number == 1 ? title : "\(title), page \(number)")
        layout.summary =
            number == 1
            ? context.excerpt(of: work, limit: 160) ?? "\(title) and its heroes." : "The heroes of \(layout.title)."
        layout.canonical = route
        layout.steps =
            [("All heroes", .allHeroes)] + (isListed ? [(id.kind.heading, list)] : []) + [(title, route(1))]
        layout.hue = HueView(work.thumbnail, context.configuration)
        let cover = PortraitView(
            work.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Cover of \(work.heading)", isUrgent: true)
        layout.portrait = cover.small == nil ? nil : cover
        if work.thumbnail == nil { layout.collage = parts.value.flatMap { context.collage($0.flatMap(\.portraits)) } }
        let ids = parts.value?.flatMap(\.heroes) ?? []
        let paging = parts.value?.lazy.compactMap(\.paging).first
        (layout.previous, layout.next) = (paging?.previous, paging?.next)
        return DetailView(
            layout: layout, element: id.text,
            back: isListed
                ? LinkView("All \(id.kind.rawValue)", list.url) : LinkView("All heroes", Route.allHeroes.url),
            neighbours: Neighbours(previous: link(work.previous), next: link(work.next)),
            head: head(work.thumbnail == nil && id.kind.isPictureless ? nil : cover), parts: parts,
            transition: TransitionView(ids, works: [id] + (parts.value?.flatMap(\.works) ?? []), page: number))
    }

    private func link(_ work: WorkReference?) -> LinkView? {
        work.flatMap { work in Route.work(work).map { LinkView(work.title, $0.url) } }
    }

    private func head(_ cover: PortraitView?) -> HeadView {
        // The titles of most series contain their years.
        let isDated = work.kind == .series && work.start.map { work.title.contains(String($0.year)) } == true
        return HeadView(
            name: work.heading,
            kind: [work.kind.noun.capitalized, isDated ? nil : work.dates].compactMap(\.self).joined(separator: " · "),
            portrait: cover, description: context.description(of: work),
            isUndescribed: work.description == nil && !id.kind.isPictureless, facts: work.facts,
            share: context.sharedAddress(route(1)),
            linkedData: context.origin.map {
                LinkedData.work(work, description: context.excerpt(of: work, limit: 160), $0)
            })
    }
}
