import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man`: who the hero is, and up to three works of each kind.
struct HeroDetailPage {
    let stage: Stage

    /// `list` is where the visitor comes from, as the address tells it.
    func respond(_ id: Hero.ID, slug: String?, from list: HeroList?, _ visit: Visit) async throws(Failure) -> Response {
        let known = stage.source.known(id)
        if let known, let canonical = canonical(known, slug, list) { return .moved(to: canonical) }
        let questions = HeroQuestions(id, isKnown: known != nil, stage: stage)
        var hero = known
        if hero == nil, let result = await questions.hero(soon: slug != nil, visit) {
            do throws(Failure) {
                let answered = try stage.value(result, retry: .hero(id, slug: slug)).value
                if let canonical = canonical(answered, slug, list) { throw Failure.moved(to: canonical) }
                hero = answered
            } catch {
                questions.cancel()
                throw error
            }
        }
        let home = list ?? visit.referrer?.list
        let parts = HeroDetailParts(
            stage: stage, visit: visit, id: id, slug: hero.map { Slug.of($0.name) } ?? slug, list: home,
            neighbours: await home?.neighbours(of: id, stage, visit) ?? Neighbours())
        guard let hero, let works = await questions.works(visit) else { return stream(parts, hero, questions) }
        if visit.isPrefetch {
            // A page with boxes for what failed would be shown later, when it might not fail.
            for (_, result) in works { _ = try stage.value(result, retry: .hero(id, slug: slug)) }
        }
        let ages = works.compactMap { try? $0.result.get().age }  // A failure has no age.
        let page = stage.renderer.page(parts.page(hero, works), visit).aged(ages.max())
        // A page that lacks something is to be made anew by the next who asks.
        return ages.count == works.count ? page.repeatable() : page
    }

    /// The address with the hero's slug; nil if this one has a slug, or the hero has none.
    private func canonical(_ hero: Hero, _ slug: String?, _ list: HeroList?) -> Route? {
        let canonical = Slug.of(hero.name)
        return slug == nil && !canonical.isEmpty ? .hero(hero.id, slug: canonical, from: list) : nil
    }

    /// The shell with all that is known, then each part the moment it is there, in whatever order.
    private func stream(_ parts: HeroDetailParts, _ hero: Hero?, _ questions: HeroQuestions) -> Response {
        stage.renderer.stream(parts.shell(hero), parts.visit) { writer in
            await withTaskGroup(of: HeroDetailParts.Late.self) { group in
                if hero == nil, let answer = questions.hero {
                    group.addTask { parts.head(await answer.result) }
                }
                for (kind, answer) in questions.works {
                    group.addTask { parts.section(kind, await answer.result) }
                    if kind == .events { group.addTask { parts.related(await answer.result) } }
                }
                var attribution: Attribution?
                for await late in group where !late.bytes.isEmpty {
                    attribution = attribution ?? late.attribution
                    try? await writer.write(late.bytes)  // A peer that is gone shows at the last write too.
                }
                if let view = attribution.flatMap(stage.attribution).map(AttributionView.init) {
                    try? await writer.write(stage.renderer.part(view))
                }
            }
        }
    }
}
