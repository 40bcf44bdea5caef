import HTML
import HTTP
import Heroes

/// The parts of a hero's page: related heroes, comics to start with, up to three topics of each kind, and the details.
struct HeroDetail: Detail {
    let context: PageContext
    /// The hero, without the details unless they came with it.
    let hero: Hero
    /// The list that the visitor comes from, if it is known.
    let list: HeroList?
    let neighbours: Neighbours
    /// Nil if the source returns the details with every hero.
    let details: Pending<Result<Attributed<Hero>, HeroError>>?
    let topics: [PendingTopics]

    private var canonical: Route { .hero(hero.id, slug: hero.slug) }

    var route: Route { .hero(hero.id, slug: hero.slug, from: list) }

    var parts: [DetailPart] {
        var parts = topics.map {
            $0.part(
                context, all: .section($0.kind, of: .hero(hero.id), slug: hero.slug, page: 1, from: list), retry: route)
        }
        if let details {
            let file = Route.readingList(.hero(hero.id), slug: hero.slug).url
            let start = part("start", details) {
                .section(SectionView($0.firstReads, readingList: file, placeholderImage: context.placeholderImage))
            }
            let related = part("related", details) { .related(RelatedView($0, context, at: route)) }
            parts = [related, start] + parts
        }
        parts.append(
            DetailPart(nil) { deadline in
                for topics in topics {
                    guard let result = await context.value(of: topics.result, by: deadline) else { return nil }
                    // A section reports a failure.
                    guard let topics = try? result.get(), topics.items.isEmpty else { return PartContent(view: .none) }
                }
                return PartContent(view: .noTopics)
            })
        if let details { parts.append(DetailPart(LoaderView("details", .page), context, details, part)) }
        return parts
    }

    /// Returns a part that shows some of the details; the last part reports a failure.
    private func part(
        _ slot: String, _ details: Pending<Result<Attributed<Hero>, HeroError>>,
        _ view: @escaping @Sendable (Hero) -> DetailPartView
    ) -> DetailPart {
        DetailPart(LoaderView(slot, .hidden), context, details) { details in
            PartContent(view: (try? details.get().value).map(view) ?? .none)
        }
    }

    private func part(_ details: Result<Attributed<Hero>, HeroError>) -> PartContent {
        switch details {
        case .success(let details):
            let shown = hero.factViews.map(\.term)
            let view = DetailsView(
                name: details.value.name, facts: details.value.factViews.filter { !shown.contains($0.term) },
                biography: details.value.derived.value("biography") {
                    details.value.biography.flatMap { context.site.sanitizer.sanitize($0) }
                })
            return PartContent(view: .details(view), attribution: details.attribution, age: details.age)
        case .failure(.notFound):
            let failure = Failure(.notFound, retry: route)
            let view = DetailsView(name: hero.name, trouble: TroubleView(failure))
            return PartContent(view: .details(view), refusal: failure)
        case .failure(let error):
            let view = DetailsView(name: hero.name, trouble: context.trouble("Details", error, retry: route))
            return PartContent(view: .details(view), error: error)
        }
    }

    func view(_ parts: Deferred<[DetailPartView]>) -> DetailView {
        var layout = LayoutView(title: hero.name)
        layout.summary =
            context.excerpt(of: hero, limit: 160)
            ?? "\(hero.name) and the comics, events, stories and series they appear in."
        layout.canonical = canonical
        layout.steps = [(HeroList.all.title(context.source), .allHeroes), (hero.name, canonical)]
        layout.hue = HueView(hero.thumbnail, context.configuration)
        let portrait = PortraitView(
            hero.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Portrait of \(hero.name)", isUrgent: true)
        layout.portrait = portrait.small == nil ? nil : portrait
        // Without a list of the visitor's, the page of all heroes with this one is unknown.
        let back = list.map { LinkView($0.title(context.source), $0.route.url(at: hero.id)) }
        return DetailView(
            layout: layout, element: "hero-\(hero.id)",
            back: back ?? LinkView(HeroList.all.title(context.source), Route.allHeroes.url),
            neighbours: neighbours, head: head(portrait), parts: parts,
            transition: TransitionView([hero.id], topics: parts.value?.flatMap(\.topics) ?? [], destination: hero.id))
    }

    private func head(_ portrait: PortraitView) -> HeadView {
        HeadView(
            name: hero.name, portrait: portrait,
            description: context.description(of: hero),
            isUndescribed: hero.description == nil && details == nil,
            facts: hero.factViews, links: hero.links.compactMap(LinkView.init),
            share: context.sharedAddress(canonical),
            pathSearch: Route.pathSearch(hero.id, slug: hero.slug, search: nil).url,
            heart: HeartView(hero: hero.id, name: hero.name, isOn: context.hasFavourite(hero.id), back: route.target),
            linkedData: context.origin.map {
                LinkedData.hero(hero, description: context.excerpt(of: hero, limit: 160), $0)
            })
    }
}
