import HTTP
import Heroes

/// `/events/116-civil-war`: the page of a topic, with a page of its heroes and up to three topics of each kind. It waits
/// for the topic, which decides on its status and its preview, unless a shell is sent.
struct TopicPage {
    let visit: Visit
    let id: TopicID
    let slug: String?
    /// The page of heroes.
    let page: Int

    func response() async throws(Failure) -> Response {
        let (deadline, known) = (visit.deadline, visit.source.cachedTopic(id))
        let request = visit.pending { source async throws(HeroError) in
            try await details(known, source)
        }
        let sections = visit.sections(id.kind.sections, of: .topic(id))
        let heroes = visit.pending { source async throws(HeroError) in
            try await source.heroes(HeroQuery(in: id, range: .page(page)))
        }
        let article: @Sendable () async throws(Failure) -> Article<TopicPartView, TopicView> = {
            () async throws(Failure) in
            var topic = try await visit.subject(request, sections, retry: .topic(id, slug: slug, page: page))
            (topic.previous, topic.next) = await neighbours(of: topic)
            return self.article(topic, sections, heroes)
        }
        if await visit.needsShell(for: request, by: deadline) {
            return visit.stream(shell(known, sections), article)
        }
        return try await visit.page(of: try await article(), slug: slug, by: deadline)
    }

    /// Returns the issues before and after a comic in its series, if the source lists comics and the series is known or
    /// arrives soon; for other topics those that it has.
    private func neighbours(of topic: Topic) async -> (TopicReference?, TopicReference?) {
        guard topic.kind == .comics, visit.source.listedKinds.contains(.comics),
            let series = topic.parents.lazy.compactMap(\.id).first(where: { $0.kind == .series })
        else { return (topic.previous, topic.next) }
        let issues = visit.pending { source async throws(HeroError) in
            try await source.topics(
                .comics, of: .topic(series), by: .oldest, PageRange(limit: PageRange.maximumLimit))
        }
        guard let found = try? await visit.value(of: issues, by: visit.deadline)?.get().items,
            let index = found.firstIndex(where: { $0.id == topic.id })
        else { return (nil, nil) }
        let (before, after) = (found[..<index].last, found[(index + 1)...].first)
        return (
            before.map { TopicReference($0.heading, $0.id) }, after.map { TopicReference($0.heading, $0.id) }
        )
    }

    private func article(
        _ topic: Topic, _ sections: [PendingSection], _ heroes: Pending<Result<ListPage<Hero>, HeroError>>
    ) -> Article<TopicPartView, TopicView> {
        let canonical = Slug.of(topic.title)
        let route: @Sendable (Int) -> Route = { [id] in .topic(id, slug: canonical, page: $0) }
        let isEvent = id.kind == .events
        let lists: [Part<TopicPartView>] = sections.map { section in
            section.part(
                visit, all: .topics(section.kind, of: .topic(id), slug: canonical, page: 1),
                readingList: isEvent && section.kind == .comics
                    ? .topics(.readingList(.topic(id), slug: canonical)) : nil, retry: route(page))
        }
        let cast = Part<TopicPartView>(LoaderView("heroes", .page), visit, heroes) { content($0, at: route) }
        // The comics of an event in their order are what its readers come for.
        let parts = lists.prefix(isEvent ? 1 : 0) + [cast] + lists.dropFirst(isEvent ? 1 : 0)
        return Article(route: route(page), parts: Array(parts)) { [visit, page] parts in
            TopicView(topic, visit, page, parts)
        }
    }

    private func shell(_ known: Topic?, _ sections: [PendingSection]) -> ShellView {
        var loaders = sections.map { LoaderView($0.kind.rawValue) }
        loaders.insert(LoaderView("heroes", .page), at: id.kind == .events ? 1 : 0)
        var shell = ShellView(
            .topic(id, slug: slug, page: page), element: id.text, name: known?.heading ?? slug.map(Slug.words),
            back: LinkView(toAll: id.kind, visit), TransitionView(topics: [id], page: page),
            loaders: loaders)
        shell.layout.navigationItem = LayoutView.NavigationItem(id.kind)
        return shell
    }

    /// Returns the known topic, or the one with its details if the known one may lack them.
    private func details(_ known: Topic?, _ source: any HeroSource) async throws(HeroError) -> Attributed<Topic> {
        guard let known else { return try await source.topic(id) }
        let short = Attributed(known, attribution: Attribution(html: ""))
        if !source.hasTopicDetails || known.description != nil { return short }
        do throws(HeroError) {
            return try await source.topic(id)
        } catch {
            // The parts report other failures.
            if [.notFound, .notCached, .cancelled].contains(error) { throw error }
            return short
        }
    }

    private func content(
        _ heroes: Result<ListPage<Hero>, HeroError>, at route: (Int) -> Route
    ) -> PartContent<TopicPartView> {
        switch heroes {
        case .success(let heroes) where page > heroes.pageCount:
            let failure = Failure.pastTheEnd(route(heroes.pageCount), page: page, of: heroes.pageCount)
            return PartContent(view: .heroes(CastView(trouble: TroubleView(failure))), refusal: failure)
        case .success(let heroes):
            let list = CardsView(heroes, page: page, visit, portraits: .cast, at: route)
            var cast = CastView(list: list, groups: CastGroupView.groups(list.cards, of: id.kind))
            if id.kind == .teams, visit.source.choices.hasTeams, heroes.total > 1 {
                let all = HeroList.all(HeroFilter(team: id.number), by: .known, page: 1).route
                cast.all = LinkView("All \(heroes.total.grouped), best known first", all.url)
            }
            return PartContent(view: .heroes(cast), attribution: heroes.attribution, age: heroes.age)
        case .failure(.notFound) where visit.source.hasTopicDetails:
            let failure = Failure(.notFound, retry: route(page))
            return PartContent(view: .heroes(CastView(trouble: TroubleView(failure))), refusal: failure)
        case .failure(.notFound): return PartContent(view: .heroes(CastView(list: CardsView([]))), error: .notFound)
        case .failure(let error):
            let trouble = visit.trouble("Heroes", error, retry: route(page))
            return PartContent(view: .heroes(CastView(trouble: trouble)), error: error)
        }
    }
}
