import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man`: who the hero is, and up to three works of each kind.
struct HeroDetailPage {
    let context: PageContext

    /// `list` is where the visitor comes from, as the address tells it.
    func respond(_ id: Hero.ID, slug: String?, from list: HeroList?, _ request: PageRequest) async throws(Failure)
        -> Response
    {
        let known = context.source.known(id)
        if let known, let canonical = canonical(known, slug, list) { return .permanentRedirect(to: canonical) }
        let requests = HeroDetailRequests(id, isKnown: known != nil, context: context)
        var hero = known
        if hero == nil, let result = await requests.hero(byDeadline: slug != nil, request) {
            do throws(Failure) {
                let answered = try context.value(result, retry: .hero(id, slug: slug)).value
                if let canonical = canonical(answered, slug, list) { throw Failure.moved(to: canonical) }
                hero = answered
            } catch {
                requests.cancel()
                throw error
            }
        }
        let home = list ?? request.referrer?.list
        let parts = HeroDetailParts(
            context: context, request: request, id: id, slug: hero.map { Slug.of($0.name) } ?? slug, list: home,
            neighbours: await home?.neighbours(of: id, context, request) ?? Neighbours())
        guard let hero, let works = await requests.works(request) else { return stream(parts, hero, requests) }
        if request.isPrefetch {
            // A page with boxes for what failed would be shown later, when it might not fail.
            for (_, result) in works { _ = try context.value(result, retry: .hero(id, slug: slug)) }
        }
        let ages = works.compactMap { try? $0.result.get().age }  // A failure has no age.
        let page = context.renderer.page(parts.page(hero, works), request).aged(ages.max())
        // A page that lacks something is to be made anew by the next who asks.
        return ages.count == works.count ? page.repeatable() : page
    }

    /// The address with the hero's slug; nil if this one has a slug, or the hero has none.
    private func canonical(_ hero: Hero, _ slug: String?, _ list: HeroList?) -> Route? {
        let canonical = Slug.of(hero.name)
        return slug == nil && !canonical.isEmpty ? .hero(hero.id, slug: canonical, from: list) : nil
    }

    /// The shell with all that is known, then each part the moment it is there, in whatever order.
    private func stream(_ parts: HeroDetailParts, _ hero: Hero?, _ requests: HeroDetailRequests) -> Response {
        context.renderer.stream(parts.shell(hero), parts.request) { writer in
            await withTaskGroup(of: HeroDetailParts.LatePart.self) { group in
                if hero == nil, let pending = requests.hero {
                    group.addTask { parts.head(await pending.result) }
                }
                for (kind, pending) in requests.works {
                    group.addTask { parts.section(kind, await pending.result) }
                    if kind == .events { group.addTask { parts.related(await pending.result) } }
                }
                var attribution: Attribution?
                for await late in group where !late.bytes.isEmpty {
                    attribution = attribution ?? late.attribution
                    try? await writer.write(late.bytes)  // A peer that is gone shows at the last write too.
                }
                if let view = attribution.flatMap(context.attribution).map(AttributionView.init) {
                    try? await writer.write(context.renderer.part(view))
                }
            }
        }
    }
}
