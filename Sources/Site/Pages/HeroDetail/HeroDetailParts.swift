import HTML
import HTTP
import Heroes

/// Builds the parts of a detail page, before the first flush or after it.
struct HeroDetailParts: Sendable {
    let context: PageContext
    let request: PageRequest
    let id: Hero.ID
    let slug: String?
    /// The list that the visitor comes from, if it is known.
    let list: HeroList?
    let neighbours: Neighbours

    /// A part that arrived after the first flush.
    struct LatePart: Sendable {
        let bytes: [UInt8]
        let attribution: Attribution?
    }

    private var canonical: Route { .hero(id, slug: slug) }

    /// The address of the page with its way back.
    private var route: Route { .hero(id, slug: slug, from: list) }

    /// Returns the complete page.
    func page(_ hero: Hero, _ works: [(kind: WorkKind, result: HeroDetailRequests.Works)]) -> HeroDetailView {
        let attribution = works.lazy.compactMap { try? $0.result.get().attribution }.first  // Any result contains it.
        let events = works.first { $0.kind == .events }?.result
        return view(
            hero, .ready(works.map { view($0.kind, of: hero.name, $0.result) }), events.flatMap(related), attribution)
    }

    /// Returns the page with loaders for the missing parts.
    func shell(_ hero: Hero?) -> HeroDetailView { view(hero, .pending, nil, nil) }

    func head(_ result: Result<Attributed<Hero>, HeroError>) -> LatePart {
        do throws(Failure) {
            let hero = try context.value(result, retry: route)
            return LatePart(bytes: context.renderer.part(head(hero.value)), attribution: hero.attribution)
        } catch {
            return LatePart(bytes: context.part(error, slot: "head"), attribution: nil)
        }
    }

    func section(_ kind: WorkKind, _ result: HeroDetailRequests.Works) -> LatePart {
        // Without a result there is no attribution.
        LatePart(bytes: context.renderer.part(view(kind, of: nil, result)), attribution: try? result.get().attribution)
    }

    /// Returns an empty part if there are no related heroes; the page has no loader for them.
    func related(_ events: HeroDetailRequests.Works) -> LatePart {
        LatePart(bytes: related(events).map(context.renderer.part) ?? [], attribution: nil)
    }

    private func related(_ events: HeroDetailRequests.Works) -> RelatedView? {
        // The section of events reports the failure.
        guard let events = try? events.get().items else { return nil }
        return RelatedView(of: id, in: events, context, from: list)
    }

    private func view(
        _ hero: Hero?, _ sections: Deferred<[SectionView]>, _ related: RelatedView?, _ attribution: Attribution?
    ) -> HeroDetailView {
        let name = hero?.name ?? Slug.words(slug)
        var layout = LayoutView(title: name)
        layout.summary =
            hero.flatMap(plainDescription) ?? "Who \(name) is, and the comics, events, stories and series with them."
        // The canonical address is only known with the hero's name.
        layout.canonical = hero.map { _ in canonical }
        layout.steps = [("Marvel heroes", .heroes(search: nil, page: 1)), (name, canonical)]
        layout.renderBlocking = hero == nil ? nil : .head
        layout.hue = hero.map { HueView($0, context.configuration) }
        layout.portrait = hero.map(portrait).flatMap { $0.small == nil ? nil : $0 }
        let home = list ?? .heroes(search: nil, page: 1)
        return HeroDetailView(
            layout: layout, id: id, head: hero.map(head), sections: sections, related: related,
            attribution: attribution.flatMap(context.attribution).map(AttributionView.init),
            home: home.route.url(at: id), homeLabel: home.title, neighbours: neighbours)
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
            links: hero.links.compactMap(LinkView.init),
            heart: HeartView(hero: id, name: hero.name, isOn: request.hasFavourite(id), back: route),
            linkedData: context.renderer.configuration.origin(of: request.http).map {
                LinkedData.hero(hero, description: plainDescription(hero), $0)
            })
    }

    private func view(_ section: WorkKind, of name: String?, _ result: HeroDetailRequests.Works) -> SectionView {
        var view = SectionView(section: section)
        switch result {
        case .success(let works):
            view.total = works.total
            view.items = works.items.prefix(HeroDetailRequests.worksPerKind).map {
                WorkView(
                    $0, placeholderImage: context.placeholderImage, sanitizer: context.excerpts, descriptionLimit: 220)
            }
            if works.total > view.items.count {
                view.all = Route.section(section, of: id, slug: slug, page: 1, from: list).url
            }
        case .failure(.notFound): break
        case .failure(let error):
            if let cause = Failure(error, retry: route).cause { context.log("\(section.rawValue): \(cause)") }
            view.retry = route.url
            return view
        }
        if view.items.isEmpty { view.none = "No \(section.rawValue) with \(name ?? "this hero") on record." }
        return view
    }
}
