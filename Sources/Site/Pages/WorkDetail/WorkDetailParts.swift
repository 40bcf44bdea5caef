import HTML
import HTTP
import Heroes

/// Builds the parts of a work's page, before the first flush or after it.
struct WorkDetailParts: Sendable {
    let context: PageContext
    let request: PageRequest
    let id: WorkID
    let slug: String?
    /// The page of heroes.
    let number: Int

    private var route: Route { route(number) }

    private func route(_ page: Int) -> Route { .list(.work(id, slug: slug, page: page)) }

    /// Returns the complete page; throws if its list of heroes ends before.
    func page(
        _ work: Work, _ heroes: Result<ListPage<Hero>, HeroError>,
        _ works: [(kind: WorkKind, result: DetailRequests<Work>.Works)]
    ) throws(Failure) -> WorkDetailView {
        let sections = works.map { context.section($0.kind, $0.result, all: all($0.kind), retry: route) }
        var view = view(work, .ready(sections.filter { !$0.isEmpty }))
        let list = try self.view(heroes)
        view.layout.previous = list.gallery?.paging?.previous
        view.layout.next = list.gallery?.paging?.next
        view.heroes = list
        let attributions = [try? heroes.get().attribution] + works.map { try? $0.result.get().attribution }
        // Any result contains the attribution.
        view.attribution = attributions.compactMap(\.self).first.flatMap(context.attribution).map(AttributionView.init)
        return view
    }

    /// Returns the page with loaders for the missing parts.
    func shell(_ work: Work?) -> WorkDetailView { view(work, .pending) }

    /// Throws if a cached first page of heroes shows that this page does not exist.
    func checkPageInCache() async throws(Failure) {
        let query = HeroQuery(in: id, range: .page(1))
        // Otherwise the end is unknown until the page arrives.
        guard number > 1, let first = try? await context.source.for(.prefetch).heroes(query) else { return }
        try context.checkPage(first, number, route)
    }

    func head(_ result: Result<Attributed<Work>, HeroError>) -> LatePart {
        context.late(result, failure: { Failure($0, retry: route) }, head: head)
    }

    func section(_ kind: WorkKind, _ result: DetailRequests<Work>.Works) -> LatePart {
        context.late(kind, result, all: all(kind), retry: route)
    }

    func heroes(_ result: Result<ListPage<Hero>, HeroError>) -> LatePart {
        do throws(Failure) {
            var view = try view(result)
            if let ids = view.gallery?.ids, !ids.isEmpty { view.gallery?.lateTransitions = Route.transitions(ids).url }
            return LatePart(bytes: context.renderer.part(view), attribution: try? result.get().attribution)
        } catch {
            return LatePart(bytes: context.part(error, slot: "heroes"))
        }
    }

    private func view(_ heroes: Result<ListPage<Hero>, HeroError>) throws(Failure) -> WorkHeroesView {
        switch heroes {
        case .success(let heroes):
            try context.checkPage(heroes, number, route)
            var gallery = context.gallery(heroes, page: number, request, portraits: .cast, at: route)
            gallery.attribution = nil
            return WorkHeroesView(gallery: gallery)
        case .failure(.notFound): return WorkHeroesView(gallery: GalleryView())
        case .failure(let error):
            if let cause = Failure(error, retry: route).cause { context.log("heroes: \(cause)") }
            return WorkHeroesView(trouble: TroubleView("Heroes", error, retry: route))
        }
    }

    private func all(_ kind: WorkKind) -> Route { .section(kind, of: .work(id), slug: slug, page: 1) }

    private func view(_ work: Work?, _ sections: Deferred<[SectionView]>) -> WorkDetailView {
        let title = work?.heading ?? Slug.words(slug, or: id.kind.heading)
        let heroes = (name: "All heroes", route: Route.heroes(search: nil, page: 1))
        let list = (name: id.kind.heading, route: Route.section(id.kind, of: .source, slug: nil, page: 1))
        let steps = context.source.listedKinds.contains(id.kind) ? [heroes, list] : [heroes]
        var layout = LayoutView(title: number == 1 ? title : "\(title), page \(number)")
        layout.summary =
            number == 1
            ? work.flatMap(plainDescription) ?? "\(title) and its heroes." : "The heroes of \(layout.title)."
        // The canonical address is only known with the work's title.
        layout.canonical = work.map { _ in route }
        layout.steps = steps + [(title, route(1))]
        layout.renderBlocking = work == nil ? nil : .head
        layout.hue = work.map { HueView($0.thumbnail, id.number, context.configuration) }
        layout.portrait = work.map(cover).flatMap { $0.small == nil ? nil : $0 }
        return WorkDetailView(
            layout: layout, id: id, head: work.map(head), sections: sections, number: number,
            home: (steps.last ?? heroes).route.url,
            homeLabel: steps.count > 1 ? "All \(id.kind.rawValue)" : heroes.name)
    }

    private func plainDescription(_ work: Work) -> String? {
        work.description.flatMap { context.excerpts.plainText($0, limit: 160) }
    }

    private func cover(_ work: Work) -> PortraitView {
        PortraitView(
            work.thumbnail, at: .head, placeholderImage: context.placeholderImage,
            alternative: "Cover of \(work.heading)", isUrgent: true)
    }

    private func head(_ work: Work) -> WorkHeadView {
        WorkHeadView(
            work, portrait: cover(work), description: work.description.flatMap { context.sanitizer.sanitize($0) },
            linkedData: context.configuration.origin(of: request.http).map {
                LinkedData.work(work, description: plainDescription(work), $0)
            })
    }
}
