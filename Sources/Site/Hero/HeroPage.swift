import HTTP
import Heroes

/// `/heroes/1009610-spider-man`: a hero's head, and parts that are requested at the same time. The page waits for the
/// head, which decides on its status and its preview, unless a shell is sent.
struct HeroPage {
    let visit: Visit
    let id: Hero.ID
    let slug: String?
    /// The list in the address, which the page links back to.
    let list: HeroList?

    func response() async throws(Failure) -> Response {
        do throws(Failure) {
            return try await page()
        } catch {
            throw explained(error)
        }
    }

    private func page() async throws(Failure) -> Response {
        let deadline = visit.deadline
        let (known, hasDetails) = (visit.source.cachedHero(id), visit.source.hasDetails)
        let request = visit.pending { source async throws(HeroError) in
            if let known, !hasDetails { return Attributed(known, attribution: Attribution(html: "")) }
            return try await source.hero(id)
        }
        let sections = visit.sections(TopicKind.ofHeroes, of: .hero(id))
        let article: @Sendable () async throws(Failure) -> Article<HeroPartView, HeroView> = {
            () async throws(Failure) in
            let retry = Route.hero(id, slug: slug)
            let hero = if let known { known } else { try await visit.subject(request, sections, retry: retry) }
            return await self.article(hero, sections, details: hasDetails ? request : nil)
        }
        if known == nil, await visit.needsShell(for: request, by: deadline) {
            return visit.stream(await shell(sections)) { () async throws(Failure) in
                do throws(Failure) {
                    return try await article()
                } catch {
                    throw explained(error)
                }
            }
        }
        return try await visit.page(of: try await article(), slug: slug, by: deadline)
    }

    private func article(
        _ hero: Hero, _ sections: [PendingSection], details: Pending<Result<Attributed<Hero>, HeroError>>?
    ) async -> Article<HeroPartView, HeroView> {
        let list = list ?? visit.referrer?.list
        let neighbours = await list?.neighbours(of: id, visit) ?? Neighbours()
        let parts = HeroParts(
            visit: visit, hero: hero, route: .hero(id, slug: hero.slug, from: list), list: list, sections: sections,
            details: details)
        return Article(route: parts.route, parts: parts.all) { [visit] parts in
            HeroView(hero, visit, from: list, neighbours, parts, hasDetails: details != nil)
        }
    }

    private func shell(_ sections: [PendingSection]) async -> ShellView {
        let list = list ?? visit.referrer?.list
        var shell = ShellView(
            .hero(id, slug: slug), element: "hero-\(id)", name: slug.map(Slug.words),
            back: LinkView(from: id, to: list, visit),
            neighbours: await list?.neighbours(of: id, visit) ?? Neighbours(),
            TransitionView([id]), loaders: sections.map { LoaderView($0.kind.rawValue) })
        shell.layout.back = .hero(id, slug: slug, from: list)
        return shell
    }

    /// Returns the failure with its likely reason if the hero does not exist and is a favourite of the visitor.
    private func explained(_ failure: Failure) -> Failure {
        guard failure.status == .notFound, visit.hasFavourite(id) else { return failure }
        var failure = failure
        failure.sentence = """
            This hero is still in your favourites, but no longer has a page here. It probably comes from another source \
            of heroes, which this site used before.
            """
        (failure.next, failure.nextLabel) = (.favourites(page: 1), "See your favourites")
        return failure
    }
}

/// The parts of a hero's page: comics to start with, up to three topics of each kind, first those in which the hero is
/// the main one, related heroes, and the details.
private struct HeroParts: Sendable {
    let visit: Visit
    /// The hero, without the details unless they came with it.
    let hero: Hero
    let route: Route
    let list: HeroList?
    let sections: [PendingSection]
    /// Nil if the source returns the details with every hero.
    let details: Pending<Result<Attributed<Hero>, HeroError>>?

    var all: [Part<HeroPartView>] {
        let first = details.map { [start($0)] } ?? []
        let last = details.map { [related($0), Part(LoaderView("details", .page), visit, $0, content)] } ?? []
        return first + sections.map(part) + [noTopics] + last
    }

    private func part(_ section: PendingSection) -> Part<HeroPartView> {
        section.part(
            visit, all: .topics(section.kind, of: .hero(hero.id), slug: hero.slug, page: 1, from: list), retry: route)
    }

    private func related(_ details: Pending<Result<Attributed<Hero>, HeroError>>) -> Part<HeroPartView> {
        part("related", details) { visit.related(to: $0) }
    }

    private func start(_ details: Pending<Result<Attributed<Hero>, HeroError>>) -> Part<HeroPartView> {
        let file = Route.topics(.readingList(.hero(hero.id), slug: hero.slug)).url
        return part("start", details) {
            .section(SectionView($0.firstReads, readingList: file, visit))
        }
    }

    /// Returns a part that shows some of the details; the last part reports a failure.
    private func part(
        _ slot: String, _ details: Pending<Result<Attributed<Hero>, HeroError>>,
        _ view: @escaping @Sendable (Hero) -> HeroPartView
    ) -> Part<HeroPartView> {
        Part(LoaderView(slot, .hidden), visit, details) { details in
            PartContent(view: (try? details.get().value).map(view) ?? .none)
        }
    }

    /// A sentence if the hero is in no topic.
    private var noTopics: Part<HeroPartView> {
        Part(nil) { deadline in
            for section in sections {
                guard let result = await visit.value(of: section.topics, by: deadline) else { return nil }
                // A section reports a failure.
                guard let topics = try? result.get(), topics.items.isEmpty else { return PartContent(view: .none) }
            }
            return PartContent(view: .noTopics)
        }
    }

    private func content(_ details: Result<Attributed<Hero>, HeroError>) -> PartContent<HeroPartView> {
        switch details {
        case .success(let details):
            let shown = hero.factViews.map(\.term)
            let view = DetailsView(
                name: details.value.name, facts: details.value.factViews.filter { !shown.contains($0.term) },
                biography: visit.texts.biography(of: details.value))
            return PartContent(view: .details(view), attribution: details.attribution, age: details.age)
        case .failure(.notFound):
            let failure = Failure(.notFound, retry: route)
            let view = DetailsView(name: hero.name, trouble: TroubleView(failure))
            return PartContent(view: .details(view), refusal: failure)
        case .failure(let error):
            let view = DetailsView(name: hero.name, trouble: visit.trouble("Details", error, retry: route))
            return PartContent(view: .details(view), error: error)
        }
    }
}
