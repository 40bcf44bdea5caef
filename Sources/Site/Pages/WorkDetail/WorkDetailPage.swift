import HTML
import HTTP
import Heroes

/// `/events/116-civil-war?page=2`: a comic, event or series with a page of its heroes and up to three works of each
/// kind.
struct WorkDetailPage {
    let context: PageContext

    func respond(_ id: WorkID, slug: String?, page: Int, _ request: PageRequest) async throws(Failure) -> Response {
        let check: (Work) throws(Failure) -> Void = { work throws(Failure) in
            let canonical = Slug.of(work.title)
            if slug == nil, !canonical.isEmpty { throw .moved(to: .list(.work(id, slug: canonical, page: page))) }
        }
        let known = context.source.cachedWork(id)
        if let known { try check(known) }
        let heroes = PendingResult { [source = context.source] () async throws(HeroError) in
            try await source.heroes(HeroQuery(in: id, range: .page(page)))
        }
        let requests = DetailRequests(known, works: id.kind.parts, of: .work(id), context) {
            source async throws(HeroError) in try await source.work(id)
        }
        let retry = Route.list(.work(id, slug: slug, page: page))
        let work = try await requests.subject(byDeadline: slug != nil, request, retry: retry, check: check)
        let parts = WorkDetailParts(
            context: context, request: request, id: id, slug: work.map { Slug.of($0.title) } ?? slug, number: page)
        guard let work, let works = await requests.works(request),
            let heroes = await context.result(of: heroes, request, by: requests.deadline)
        else { return try await stream(parts, work, heroes, requests) }
        if request.isPrefetch {
            // A prefetched page is shown later, when a failed part might succeed, so it must be complete.
            for (_, result) in works { _ = try context.value(result, retry: retry) }
            _ = try context.value(heroes, retry: retry)
        }
        // A failure has no age.
        let ages = works.map { try? $0.result.get().age } + [try? heroes.get().age]
        let response = context.renderer.page(try parts.page(work, heroes, works), request)
            .aged(ages.compactMap(\.self).max())
        // An incomplete page is not cached.
        return ages.contains(nil) ? response : response.repeatable()
    }

    /// Streams the page with all known parts, then each other part as it arrives.
    private func stream(
        _ parts: WorkDetailParts, _ work: Work?, _ heroes: PendingResult<ListPage<Hero>>,
        _ requests: DetailRequests<Work>
    ) async throws(Failure) -> Response {
        try await parts.checkPageInCache()
        var late: [@Sendable () async -> LatePart] = [{ parts.heroes(await heroes.result) }]
        if work == nil, let pending = requests.subject { late.append { parts.head(await pending.result) } }
        for (kind, pending) in requests.works {
            late.append { parts.section(kind, await pending.result) }
        }
        return context.stream(parts.shell(work), parts.request, late)
    }
}
