import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man`: the hero with up to three works of each kind.
struct HeroDetailPage {
    let context: PageContext

    /// Returns the page. `list` is the list in the address, which the page links back to.
    func respond(_ id: Hero.ID, slug: String?, from list: HeroList?, _ request: PageRequest) async throws(Failure)
        -> Response
    {
        let known = context.source.cachedHero(id)
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
            // A prefetched page is shown later, when a failed part might succeed, so it must be complete.
            for (_, result) in works { _ = try context.value(result, retry: .hero(id, slug: slug)) }
        }
        let ages = works.compactMap { try? $0.result.get().age }  // A failure has no age.
        let page = context.renderer.page(parts.page(hero, works), request).aged(ages.max())
        // An incomplete page is not cached.
        return ages.count == works.count ? page.repeatable() : page
    }

    /// Returns the address with the hero's slug, or nil if the address has a slug or the hero has none.
    private func canonical(_ hero: Hero, _ slug: String?, _ list: HeroList?) -> Route? {
        let canonical = Slug.of(hero.name)
        return slug == nil && !canonical.isEmpty ? .hero(hero.id, slug: canonical, from: list) : nil
    }

    /// Streams the page with all known parts, then each other part as it arrives.
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
                    try? await writer.write(late.bytes)  // The last write also reports a closed connection.
                }
                if let view = attribution.flatMap(context.attribution).map(AttributionView.init) {
                    try? await writer.write(context.renderer.part(view))
                }
            }
        }
    }
}
