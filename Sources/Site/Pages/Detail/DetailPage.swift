import HTML
import HTTP
import Heroes

/// The page of a hero, `/heroes/1009610-spider-man`, or of a topic, `/events/116-civil-war`: a head and parts, which are
/// requested at the same time. The page waits for the head, which decides on its status and its preview. It is complete
/// if all parts arrive before the deadline, otherwise they are streamed in place of loaders.
struct DetailPage {
    let context: PageContext
    private let deadline: ContinuousClock.Instant

    init(_ context: PageContext) {
        self.context = context
        deadline = context.deadline
    }

    /// Returns the page of a hero; `list` is the list in the address, which the page links back to.
    func respond(_ id: Hero.ID, slug: String?, from list: HeroList?) async throws(Failure) -> Response {
        let (source, known) = (context.source, context.source.cachedHero(id))
        do throws(Failure) {
            let request =
                known == nil || source.hasDetails
                ? context.request { source async throws(HeroError) in try await source.hero(id) } : nil
            let topics = topics(TopicKind.ofHeroes, of: .hero(id))
            let hero = try await subject(known, request, topics, .hero(id, slug: slug))
            try checkAddress(slug, .hero(id, slug: hero.slug, from: list))
            let home = list ?? context.referrer?.list
            return try await respond(
                HeroDetail(
                    context: context, hero: hero, list: home,
                    neighbours: await home?.neighbours(of: id, context) ?? Neighbours(),
                    details: source.hasDetails ? request : nil, topics: topics))
        } catch {
            throw error.explained(for: id, context)
        }
    }

    /// Returns the page of a topic with a page of its heroes.
    func respond(_ id: TopicID, slug: String?, page: Int) async throws(Failure) -> Response {
        let known = context.source.cachedTopic(id)
        let request =
            known == nil ? context.request { source async throws(HeroError) in try await source.topic(id) } : nil
        let topics = topics(id.kind.parts, of: .topic(id))
        let heroes = context.request { source async throws(HeroError) in
            try await source.heroes(HeroQuery(in: id, range: .page(page)))
        }
        let topic = try await subject(known, request, topics, .list(.topic(id, slug: slug, page: page)))
        try checkAddress(slug, .list(.topic(id, slug: Slug.of(topic.title), page: page)))
        return try await respond(
            TopicDetail(context: context, topic: topic, number: page, heroes: heroes, topics: topics))
    }

    private func topics(_ kinds: [TopicKind], of owner: TopicOwner) -> [PendingTopics] {
        kinds.map { kind in
            let topics = context.request { source async throws(HeroError) in
                try await source.topics(
                    kind, of: owner, by: owner.order(of: kind), PageRange(limit: SectionView.itemLimit))
            }
            return PendingTopics(kind: kind, result: topics)
        }
    }

    /// Throws a redirect if the address has no slug, but the canonical one does.
    private func checkAddress(_ slug: String?, _ canonical: Route) throws(Failure) {
        if slug == nil, canonical.address.path != context.http.path { throw .moved(to: canonical) }
    }

    /// Returns the hero or topic. If there is none, the requests for its topics are cancelled: each may count against a
    /// budget of calls.
    private func subject<Subject>(
        _ known: Subject?, _ request: Pending<Result<Attributed<Subject>, HeroError>>?, _ topics: [PendingTopics],
        _ retry: Route
    ) async throws(Failure) -> Subject {
        if let known { return known }
        do throws(Failure) {
            guard let request else { throw Failure(.notFound, retry: retry) }
            return try await request.value.mapError { Failure($0, retry: retry) }.get().value
        } catch {
            for topics in topics { topics.result.cancel() }
            throw error
        }
    }

    private func respond(_ detail: some Detail) async throws(Failure) -> Response {
        let parts = detail.parts
        var arrived = [PartContent?](repeating: nil, count: parts.count)
        // The last part of a hero, the details, shows first that there is no such hero.
        for (index, part) in parts.enumerated().reversed() {
            arrived[index] = await part.content(deadline)
            if let refusal = arrived[index]?.refusal { throw refusal }
        }
        let contents = arrived.compactMap(\.self)
        guard contents.count == parts.count else { return stream(detail, Array(zip(parts, arrived))) }
        let errors = contents.compactMap(\.error)
        // A prefetched page is shown later, when a failed part might succeed, so it must be complete.
        if context.http.isPrefetch, let error = errors.first { throw Failure(error, retry: detail.route) }
        var view = detail.view(.ready(contents.map(\.view).filter { !$0.isEmpty }))
        // Any result contains the attribution.
        view.attribution = context.attribution(contents.lazy.compactMap(\.attribution).first)
        let response = context.page(view).aged(contents.compactMap(\.age).max())
        // An incomplete page is not cached.
        return errors.isEmpty ? response.repeatable() : response
    }

    /// Streams a page: the head, then each part as it arrives, and at the end the attribution.
    private func stream(
        _ detail: some Detail, _ parts: [(part: DetailPart, content: PartContent?)]
    ) -> Response {
        var view = detail.view(.pending)
        view.layout.renderBlocking = .head
        // Loaders without a height come last, so that their parts move no others.
        let loaders = parts.compactMap(\.part.loader)
        view.loaders = loaders.filter(\.isShown) + loaders.filter { !$0.isShown }
        return context.stream(view) { writer in
            await withTaskGroup(of: (bytes: [UInt8], attribution: Attribution?).self) { group in
                for (part, content) in parts {
                    group.addTask {
                        let late = content == nil ? await part.content(nil) : nil
                        guard let content = content ?? late else { return ([], nil) }
                        // An empty part removes its loader.
                        let isShown = part.loader?.isShown == true || !content.view.isEmpty
                        return (isShown ? context.part(content.view.late) : [], content.attribution)
                    }
                }
                var attribution: Attribution?
                for await part in group where !part.bytes.isEmpty {
                    attribution = attribution ?? part.attribution
                    try? await writer.write(part.bytes)  // The last write also reports a closed connection.
                }
                if let view = context.attribution(attribution) {
                    try? await writer.write(context.part(view))
                }
            }
        }
    }
}

protocol Detail: Sendable {
    /// The address of the page, with its way back.
    var route: Route { get }
    /// The parts below the head, in order.
    var parts: [DetailPart] { get }

    func view(_ parts: Deferred<[DetailPartView]>) -> DetailView
}

extension PageContext {
    /// Returns the failure of a part of a page, and logs its cause.
    func trouble(_ part: String, _ error: HeroError, retry: Route) -> TroubleView {
        if let cause = Failure(error, retry: retry).cause { log("\(part.lowercased()): \(cause)") }
        return TroubleView(part, error, retry: retry)
    }
}

/// A part of a page that may arrive after the head.
struct DetailPart: Sendable {
    /// The slot that the part fills; nil if it shares that of another part.
    let loader: LoaderView?
    /// Returns the content, or nil if a response that it needs has not arrived at the deadline.
    let content: @Sendable (_ deadline: ContinuousClock.Instant?) async -> PartContent?

    /// Creates a part with the content of one response.
    init<Value>(
        _ loader: LoaderView?, _ context: PageContext, _ response: Pending<Value>,
        _ content: @escaping @Sendable (Value) async -> PartContent
    ) {
        self.init(loader) { deadline in
            guard let value = await context.value(of: response, by: deadline) else { return nil }
            return await content(value)
        }
    }

    init(_ loader: LoaderView?, _ content: @escaping @Sendable (ContinuousClock.Instant?) async -> PartContent?) {
        (self.loader, self.content) = (loader, content)
    }
}

/// A part that arrived, or a failure in its place.
struct PartContent: Sendable {
    let view: DetailPartView
    var attribution: Attribution?
    /// The seconds since the source sent or revalidated the result.
    var age: Int?
    var error: HeroError?
    /// The failure of the whole page, if the part shows that there is no such page.
    var refusal: Failure?
}

/// The first topics of one kind, requested from the source.
struct PendingTopics: Sendable {
    let kind: TopicKind
    let result: Pending<Result<ListPage<Topic>, HeroError>>

    /// Returns the part; `all` is the list of all topics of the kind. The cause of a failure is logged.
    func part(_ context: PageContext, all: Route, readingList: Route? = nil, retry: Route) -> DetailPart {
        DetailPart(LoaderView(kind.rawValue), context, result) { result in
            var view = SectionView(kind)
            switch result {
            case .success(let topics):
                view = SectionView(kind, total: topics.total)
                view.readingList = topics.items.isEmpty ? nil : readingList?.url
                view.items = context.views(topics.items.prefix(SectionView.itemLimit), descriptionLimit: 220)
                if topics.total > view.items.count { view.all = all.url }
                return PartContent(view: .section(view), attribution: topics.attribution, age: topics.age)
            // A source may have no such list.
            case .failure(.notFound): return PartContent(view: .section(view))
            case .failure(let error):
                view.trouble = context.trouble(kind.heading, error, retry: retry)
                return PartContent(view: .section(view), error: error)
            }
        }
    }
}

extension Failure {
    /// Returns the failure with its likely reason if the hero does not exist and is a favourite of the visitor.
    func explained(for id: Hero.ID, _ context: PageContext) -> Failure {
        var failure = self
        guard status == .notFound, context.hasFavourite(id) else { return self }
        failure.sentence = """
            This hero is still in your favourites, but no longer has a page here. It probably comes from another source \
            of heroes, which this site used before.
            """
        (failure.next, failure.nextLabel) = (.favourites(page: 1), "See your favourites")
        return failure
    }
}
