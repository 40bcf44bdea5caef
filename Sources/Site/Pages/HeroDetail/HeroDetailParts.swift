import HTML
import HTTP
import Heroes

/// Builds the parts of a hero's page, before the first flush or after it.
struct HeroDetailParts: Sendable {
    typealias Works = Result<ListPage<Work>, HeroError>
    typealias Details = Result<Attributed<Hero>, HeroError>

    let context: PageContext
    let request: PageRequest
    let id: Hero.ID
    let slug: String?
    /// The list that the visitor comes from, if it is known.
    let list: HeroList?
    let neighbours: Neighbours

    private var canonical: Route { .hero(id, slug: slug) }

    /// The address of the page with its way back.
    private var route: Route { .hero(id, slug: slug, from: list) }

    /// Returns the complete page; `details` is nil if the source returns them with every hero.
    func page(_ hero: Hero, _ works: [(kind: WorkKind, result: Works)], _ details: Details?) -> HeroDetailView {
        let sections = works.map { context.section($0.kind, $0.result, all: all($0.kind), retry: route) }
        var view = view(hero, .ready(sections.filter { !$0.isEmpty }))
        view.details = details.map(self.view).flatMap { $0.isEmpty ? nil : $0 }
        view.hasWorks = sections.contains { !$0.isEmpty }
        view.related = works.first { $0.kind == .events }.flatMap { related($0.result) }
        // Any result contains the attribution.
        let attributions = works.map { try? $0.result.get().attribution } + [try? details?.get().attribution]
        view.attribution = attributions.compactMap(\.self).first.flatMap(context.attribution).map(AttributionView.init)
        return view
    }

    /// Returns the page with loaders for the missing parts.
    func shell(_ hero: Hero?) -> HeroDetailView { view(hero, .pending) }

    func head(_ result: Result<Attributed<Hero>, HeroError>) -> LatePart {
        context.late(result, failure: { Failure($0, retry: route).explained(for: id, request) }, head: head)
    }

    /// Returns the late details, which replace their loader even if there are none. If the head is late too, it reports
    /// the failure.
    func details(_ result: Details, isHeadKnown: Bool) -> LatePart {
        let hasFailed = if case .failure = result { true } else { false }
        let view = hasFailed && !isHeadKnown ? HeroDetailsView() : view(result)
        // Without a result there is no attribution.
        return LatePart(bytes: context.renderer.part(view), attribution: try? result.get().attribution)
    }

    private func view(_ details: Details) -> HeroDetailsView {
        switch details {
        case .success(let hero):
            let hero = hero.value
            return HeroDetailsView(
                name: hero.name, facts: hero.facts?.views ?? [],
                biography: hero.biography.flatMap { context.sanitizer.sanitize($0) })
        case .failure(let error):
            let failure = Failure(error, retry: route)
            if let cause = failure.cause { context.log("details: \(cause)") }
            return HeroDetailsView(name: Slug.words(slug), trouble: TroubleView("Details", error, retry: route))
        }
    }

    func section(_ kind: WorkKind, _ result: Works) -> LatePart {
        context.late(kind, result, all: all(kind), retry: route)
    }

    /// Returns an empty part if there are no related heroes; the page has no loader for them.
    func related(_ events: Works) -> LatePart {
        LatePart(bytes: related(events).map(context.renderer.part) ?? [])
    }

    private func related(_ events: Works) -> RelatedView? {
        // The section of events reports the failure.
        guard let events = try? events.get().items else { return nil }
        return RelatedView(of: id, in: Array(events.prefix(SectionView.itemLimit)), context, from: list)
    }

    private func all(_ kind: WorkKind) -> Route { .section(kind, of: .hero(id), slug: slug, page: 1, from: list) }

    private func view(_ hero: Hero?, _ sections: Deferred<[SectionView]>) -> HeroDetailView {
        let name = hero?.name ?? Slug.words(slug)
        let all = HeroList.heroes(search: nil, page: 1)
        var layout = LayoutView(title: name)
        layout.summary =
            hero.flatMap(plainDescription) ?? "\(name) and the comics, events, stories and series they appear in."
        // The canonical address is only known with the hero's name.
        layout.canonical = hero.map { _ in canonical }
        layout.steps = [(all.title(context.source), all.route), (name, canonical)]
        layout.renderBlocking = hero == nil ? nil : .head
        layout.hue = hero.map { HueView($0.thumbnail, id, context.configuration) }
        layout.portrait = hero.map(portrait).flatMap { $0.small == nil ? nil : $0 }
        let home = list ?? all
        return HeroDetailView(
            layout: layout, id: id, head: hero.map(head), awaitsDetails: context.source.hasDetails, sections: sections,
            home: home.route.url(at: id),
            homeLabel: home.title(context.source), neighbours: neighbours)
    }

    private func plainDescription(_ hero: Hero) -> String? {
        hero.description.flatMap { context.excerpts.plainText($0, limit: 160) }
    }

    private func portrait(_ hero: Hero) -> PortraitView {
        PortraitView(
            hero.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Portrait of \(hero.name)", isUrgent: true)
    }

    private func head(_ hero: Hero) -> HeroHeadView {
        HeroHeadView(
            id: id, name: hero.name,
            portrait: portrait(hero),
            description: hero.description.flatMap { context.sanitizer.sanitize($0) },
            hasDetails: context.source.hasDetails,
            facts: context.source.hasDetails ? [] : hero.facts?.views ?? [],
            links: hero.links.compactMap(LinkView.init),
            heart: HeartView(hero: id, name: hero.name, isOn: request.hasFavourite(id), back: route),
            linkedData: context.renderer.configuration.origin(of: request.http).map {
                LinkedData.hero(hero, description: plainDescription(hero), $0)
            })
    }
}
