import HTML
import HTTP
import Heroes

/// Builds the parts of a detail page from answers, whether they come before the first flush or after it.
struct HeroDetailParts: Sendable {
    let stage: Stage
    let visit: Visit
    let id: Hero.ID
    let slug: String?
    /// The list that the visitor comes from, where that is known.
    let list: HeroList?
    let neighbours: Neighbours

    /// A part that came after the first flush.
    struct Late: Sendable {
        let bytes: [UInt8]
        let attribution: Attribution?
    }

    private var canonical: Route { .hero(id, slug: slug) }

    /// The page with its way back, for the links that come back to it.
    private var route: Route { .hero(id, slug: slug, from: list) }

    /// The whole page.
    func page(_ hero: Hero, _ works: [(kind: WorkKind, result: HeroQuestions.Works)]) -> HeroDetailView {
        let attribution = works.lazy.compactMap { try? $0.result.get().attribution }.first  // Any answer tells it.
        let events = works.first { $0.kind == .events }?.result
        return view(
            hero, .ready(works.map { view($0.kind, of: hero.name, $0.result) }), events.flatMap(related), attribution)
    }

    /// The page with loaders for what is not known.
    func shell(_ hero: Hero?) -> HeroDetailView { view(hero, .pending, nil, nil) }

    func head(_ result: Result<Attributed<Hero>, HeroError>) -> Late {
        do throws(Failure) {
            let hero = try stage.value(result, retry: route)
            return Late(bytes: stage.renderer.part(head(hero.value)), attribution: hero.attribution)
        } catch {
            return Late(bytes: stage.part(error, slot: "head"), attribution: nil)
        }
    }

    func section(_ kind: WorkKind, _ result: HeroQuestions.Works) -> Late {
        // Without an answer there is nobody to name.
        Late(bytes: stage.renderer.part(view(kind, of: nil, result)), attribution: try? result.get().attribution)
    }

    /// Nothing where there are none: nobody misses what was never promised.
    func related(_ events: HeroQuestions.Works) -> Late {
        Late(bytes: related(events).map(stage.renderer.part) ?? [], attribution: nil)
    }

    private func related(_ events: HeroQuestions.Works) -> RelatedView? {
        // The section says why there are no events.
        guard let events = try? events.get().items else { return nil }
        return RelatedView(of: id, in: events, stage, from: list)
    }

    private func view(
        _ hero: Hero?, _ sections: Later<[SectionView]>, _ related: RelatedView?, _ attribution: Attribution?
    ) -> HeroDetailView {
        let name = hero?.name ?? Slug.words(slug)
        var frame = FrameView(title: name)
        frame.summary =
            hero.flatMap(plainDescription) ?? "Who \(name) is, and the comics, events, stories and series with them."
        // Only who knows the name knows that this is the address.
        frame.canonical = hero.map { _ in canonical }
        frame.steps = [("Marvel heroes", .heroes(search: nil, page: 1)), (name, canonical)]
        frame.expected = hero == nil ? nil : .head
        frame.hue = hero.map { HueView($0, stage.configuration) }
        frame.portrait = hero.map(portrait).flatMap { $0.small == nil ? nil : $0 }
        let home = list ?? .heroes(search: nil, page: 1)
        return HeroDetailView(
            frame: frame, id: id, head: hero.map(head), sections: sections, related: related,
            attribution: attribution.flatMap(stage.attribution).map(AttributionView.init),
            home: home.route.url(at: id), homeLabel: home.title, neighbours: neighbours)
    }

    private func plainDescription(_ hero: Hero) -> String? {
        hero.description.flatMap { stage.excerpts.plainText($0, limit: 160) }
    }

    private func portrait(_ hero: Hero) -> PortraitView {
        PortraitView(
            hero.thumbnail, at: .head, standIn: stage.standIn, alternative: "Portrait of \(hero.name)", isUrgent: true)
    }

    private func head(_ hero: Hero) -> HeroHeadView {
        HeroHeadView(
            id: id, name: hero.name,
            portrait: portrait(hero),
            description: hero.description.flatMap { stage.sanitizer.sanitize($0) },
            links: hero.links.compactMap(LinkView.init),
            heart: HeartView(hero: id, name: hero.name, isOn: visit.hasFavourite(id), back: route),
            linkedData: stage.renderer.configuration.origin(of: visit.request).map {
                LinkedData.hero(hero, description: plainDescription(hero), $0)
            })
    }

    private func view(_ section: WorkKind, of name: String?, _ result: HeroQuestions.Works) -> SectionView {
        var view = SectionView(section: section)
        switch result {
        case .success(let works):
            view.total = works.total
            view.items = works.items.prefix(HeroQuestions.shown).map {
                ListableView($0, standIn: stage.standIn, sanitizer: stage.excerpts, descriptionLimit: 220)
            }
            if works.total > view.items.count {
                view.all = Route.section(section, of: id, slug: slug, page: 1, from: list).url
            }
        case .failure(.notFound): break
        case .failure(let error):
            if let cause = Failure(error, retry: route).cause { stage.log("\(section.rawValue): \(cause)") }
            view.retry = route.url
            return view
        }
        if view.items.isEmpty { view.none = "No \(section.rawValue) with \(name ?? "this hero") on record." }
        return view
    }
}
