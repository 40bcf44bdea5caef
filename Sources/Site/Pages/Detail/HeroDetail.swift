import HTML
import HTTP
import Heroes

/// The parts of a hero's page: the comics to start with, up to three works of each kind, related heroes, and the details of
/// a source that needs a call of its own for them.
struct HeroDetail: Detail {
    let context: PageContext
    let id: Hero.ID
    let slug: String
    /// The list that the visitor comes from, if it is known.
    let list: HeroList?
    let neighbours: Neighbours
    /// Nil if the source returns the details with every hero.
    let details: Pending<Result<Attributed<Hero>, HeroError>>?
    let works: [PendingWorks]
    /// The hero in the head of the page, without the details unless they came with it.
    let inHead: Hero

    private var canonical: Route { .hero(id, slug: slug) }

    /// The address of the page with its way back.
    private var route: Route { .hero(id, slug: slug, from: list) }

    func failure(_ error: HeroError) -> Failure { Failure(error, retry: route).explained(for: id, context) }

    func checkInCache() {}

    var parts: [DetailPart] {
        var parts = works.map {
            $0.part(context, all: .section($0.kind, of: .hero(id), slug: slug, page: 1, from: list), retry: route)
        }
        if let details { parts = [related(details), start(details)] + parts }
        parts.append(
            DetailPart(nil) { deadline in
                for works in works {
                    guard let result = await context.value(of: works.result, by: deadline) else { return nil }
                    // A section reports a failure.
                    guard let works = try? result.get(), works.items.isEmpty else { return PartContent(view: .none) }
                }
                return PartContent(view: .noWorks)
            })
        if let details { parts.append(DetailPart(LoaderView("details", .page), context, details, part)) }
        return parts
    }

    /// The relations; the last part reports a failure.
    private func related(_ details: Pending<Result<Attributed<Hero>, HeroError>>) -> DetailPart {
        DetailPart(LoaderView("related", .hidden), context, details) { details in
            guard let hero = try? details.get().value else { return PartContent(view: .none) }
            return PartContent(view: .related(RelatedView(hero, context, at: route)))
        }
    }

    private func start(_ details: Pending<Result<Attributed<Hero>, HeroError>>) -> DetailPart {
        DetailPart(LoaderView("start", .hidden), context, details) { details in
            guard let hero = try? details.get().value else { return PartContent(view: .none) }
            let list = Route.readingList(.hero(id), slug: slug).url
            return PartContent(
                view: .section(
                    SectionView(hero.firstReads, readingList: list, placeholderImage: context.placeholderImage)))
        }
    }

    private func part(_ details: Result<Attributed<Hero>, HeroError>) -> PartContent {
        switch details {
        case .success(let hero):
            let shown = inHead.factViews.map(\.term)
            let view = DetailsView(
                name: hero.value.name, facts: hero.value.factViews.filter { !shown.contains($0.term) },
                biography: hero.value.derived.value("biography") {
                    hero.value.biography.flatMap { context.site.sanitizer.sanitize($0) }
                })
            return PartContent(view: .details(view), attribution: hero.attribution, age: hero.age)
        case .failure(let error):
            let failure = failure(error)
            if let cause = failure.cause { context.log("details: \(cause)") }
            let view = DetailsView(name: Slug.words(slug), trouble: TroubleView("Details", error, retry: route))
            return PartContent(view: .details(view), error: error, refusal: error == .notFound ? failure : nil)
        }
    }

    func view(_ hero: Hero, _ parts: Deferred<[DetailPartView]>) -> DetailView {
        var layout = LayoutView(title: hero.name)
        layout.summary =
            context.excerpt(of: hero, limit: 160)
            ?? "\(hero.name) and the comics, events, stories and series they appear in."
        layout.canonical = canonical
        layout.steps = [(HeroList.all.title(context.source), .allHeroes), (hero.name, canonical)]
        layout.renderBlocking = .head
        layout.hue = HueView(hero.thumbnail, context.configuration)
        let portrait = PortraitView(
            hero.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Portrait of \(hero.name)", isUrgent: true)
        layout.portrait = portrait.small == nil ? nil : portrait
        // Without a list of the visitor's, the page of all heroes with this one is unknown.
        let back = list.map { LinkView($0.title(context.source), $0.route.url(at: id)) }
        return DetailView(
            layout: layout, element: "hero-\(id)",
            back: back ?? LinkView(HeroList.all.title(context.source), Route.allHeroes.url),
            neighbours: neighbours, head: head(hero, portrait), parts: parts,
            transition: TransitionView([id], works: parts.value?.flatMap(\.works) ?? [], destination: id))
    }

    private func head(_ hero: Hero, _ portrait: PortraitView) -> HeadView {
        HeadView(
            name: hero.name, portrait: portrait,
            description: context.description(of: hero),
            isUndescribed: hero.description == nil && details == nil,
            facts: hero.factViews, links: hero.links.compactMap(LinkView.init),
            share: context.sharedAddress(canonical),
            connection: Route.connectionSearch(id, slug: slug, search: nil).url,
            heart: HeartView(hero: id, name: hero.name, isOn: context.hasFavourite(id), back: route.target),
            linkedData: context.origin.map {
                LinkedData.hero(hero, description: context.excerpt(of: hero, limit: 160), $0)
            })
    }
}
