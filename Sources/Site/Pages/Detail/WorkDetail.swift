import HTML
import HTTP
import Heroes

/// The parts of the page of a topic: a page of its heroes, and up to three topics of each kind.
struct TopicDetail: Detail {
    let context: PageContext
    let topic: Topic
    /// The page of heroes.
    let number: Int
    let heroes: Pending<Result<ListPage<Hero>, HeroError>>
    let topics: [PendingTopics]

    private var id: TopicID { topic.id }
    private var slug: String { Slug.of(topic.title) }

    var route: Route { route(number) }

    private func route(_ page: Int) -> Route { .list(.topic(id, slug: slug, page: page)) }

    var parts: [DetailPart] {
        [DetailPart(LoaderView("heroes", .page), context, heroes, part)]
            + topics.map {
                $0.part(
                    context, all: .section($0.kind, of: .topic(id), slug: slug, page: 1),
                    readingList: id.kind == .events && $0.kind == .comics
                        ? .readingList(.topic(id), slug: slug) : nil, retry: route)
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
        let title = topic.heading
        let isListed = context.source.listedKinds.contains(id.kind)
        let list = Route.all(id.kind)
        var layout = LayoutView(title: number == 1 ? title : "\(title), page \(number)")
        layout.summary =
            number == 1
            ? context.excerpt(of: topic, limit: 160) ?? "\(title) and its heroes." : "The heroes of \(layout.title)."
        layout.canonical = route
        layout.steps =
            [("All heroes", .allHeroes)] + (isListed ? [(id.kind.heading, list)] : []) + [(title, route(1))]
        layout.hue = HueView(topic.thumbnail, context.configuration)
        let cover = PortraitView(
            topic.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Cover of \(topic.heading)", isUrgent: true)
        layout.portrait = cover.small == nil ? nil : cover
        if topic.thumbnail == nil { layout.collage = parts.value.flatMap { context.collage($0.flatMap(\.portraits)) } }
        let ids = parts.value?.flatMap(\.heroes) ?? []
        let paging = parts.value?.lazy.compactMap(\.paging).first
        (layout.previous, layout.next) = (paging?.previous, paging?.next)
        return DetailView(
            layout: layout, element: id.text,
            back: isListed
                ? LinkView("All \(id.kind.rawValue)", list.url) : LinkView("All heroes", Route.allHeroes.url),
            neighbours: Neighbours(previous: link(topic.previous), next: link(topic.next)),
            head: head(topic.thumbnail == nil && id.kind.isPictureless ? nil : cover), parts: parts,
            transition: TransitionView(ids, topics: [id] + (parts.value?.flatMap(\.topics) ?? []), page: number))
    }

    private func link(_ topic: TopicReference?) -> LinkView? {
        topic.flatMap { topic in Route.topic(topic).map { LinkView(topic.title, $0.url) } }
    }

    private func head(_ cover: PortraitView?) -> HeadView {
        // The titles of most series contain their years.
        let isDated = topic.kind == .series && topic.start.map { topic.title.contains(String($0.year)) } == true
        return HeadView(
            name: topic.heading,
            kind: [topic.kind.noun.capitalized, isDated ? nil : topic.dates].compactMap(\.self).joined(
                separator: " · "),
            portrait: cover, description: context.description(of: topic),
            isUndescribed: topic.description == nil && !id.kind.isPictureless, facts: topic.facts,
            share: context.sharedAddress(route(1)),
            linkedData: context.origin.map {
                LinkedData.topic(topic, description: context.excerpt(of: topic, limit: 160), $0)
            })
    }
}
