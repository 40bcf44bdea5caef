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
        do throws(Failure) {
            return try await page(id, slug: slug, from: list, request)
        } catch {
            throw error.explained(for: id, request)
        }
    }

    private func page(
        _ id: Hero.ID, slug: String?, from list: HeroList?, _ request: PageRequest
    ) async throws(Failure) -> Response {
        let check: (Hero) throws(Failure) -> Void = { hero throws(Failure) in
            let canonical = Slug.of(hero.name)
            if slug == nil, !canonical.isEmpty { throw .moved(to: .hero(id, slug: canonical, from: list)) }
        }
        let known = context.source.cachedHero(id)
        if let known { try check(known) }
        let requests = DetailRequests(
            known, hasDetails: context.source.hasDetails, works: WorkKind.allCases, of: .hero(id), context
        ) {
            source async throws(HeroError) in try await source.hero(id)
        }
        let retry = Route.hero(id, slug: slug)
        let hero = try await requests.subject(byDeadline: slug != nil, request, retry: retry, check: check)
        let home = list ?? request.referrer?.list
        let parts = HeroDetailParts(
            context: context, request: request, id: id, slug: hero.map { Slug.of($0.name) } ?? slug, list: home,
            neighbours: await home?.neighbours(of: id, context, request) ?? Neighbours())
        let details = try await requests.details(request, retry: retry)
        guard let hero, requests.details == nil || details != nil, let works = await requests.works(request) else {
            return stream(parts, hero, requests)
        }
        if request.isPrefetch {
            // A prefetched page is shown later, when a failed part might succeed, so it must be complete.
            for (_, result) in works { _ = try context.value(result, retry: retry) }
            if let details { _ = try context.value(details, retry: retry) }
        }
        // A failure has no age.
        let ages = works.map { try? $0.result.get().age } + (details.map { [try? $0.get().age] } ?? [])
        let page = context.renderer.page(parts.page(hero, works, details), request).aged(ages.compactMap(\.self).max())
        // An incomplete page is not cached.
        return ages.contains(nil) ? page : page.repeatable()
    }

    /// Streams the page with all known parts, then each other part as it arrives.
    private func stream(_ parts: HeroDetailParts, _ hero: Hero?, _ requests: DetailRequests<Hero>) -> Response {
        var late: [@Sendable () async -> LatePart] = []
        if hero == nil, let pending = requests.subject { late.append { parts.head(await pending.result) } }
        if let pending = requests.details {
            late.append { parts.details(await pending.result, isHeadKnown: hero != nil) }
        }
        for (kind, pending) in requests.works {
            late.append { parts.section(kind, await pending.result) }
            if kind == .events { late.append { parts.related(await pending.result) } }
        }
        late.append {
            for (_, pending) in requests.works {
                guard let works = try? await pending.result.get(), works.items.isEmpty else { return LatePart() }
            }
            return LatePart(bytes: context.renderer.part(NoWorksView()))
        }
        return context.stream(parts.shell(hero), parts.request, late)
    }
}

extension Failure {
    /// Returns the failure with its likely reason if the hero does not exist and is a favourite of the visitor.
    func explained(for id: Hero.ID, _ request: PageRequest) -> Failure {
        guard status == .notFound, request.hasFavourite(id) else { return self }
        return Failure(
            status: status, heading: heading,
            sentence: """
                This hero is still in your favourites, but no longer has a page here. It probably comes from another \
                source of heroes, which this site used before.
                """,
            next: .favourites(page: 1), nextLabel: "See your favourites")
    }
}
