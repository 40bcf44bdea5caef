import Curl
import FoundationEssentials
import Heroes
import Synchronization

/// A source of heroes and topics: a Marvel-compatible API over HTTP.
package final class MarvelSource: HeroSource {
    private let configuration: MarvelConfiguration
    private let client: RetryingClient
    private let now: @Sendable () -> Date
    private let report: @Sendable (_ path: String, _ skipped: Int) -> Void
    /// What the last response with characters announced; nil before the first.
    private let extensions = Mutex<Extensions?>(nil)

    /// Creates a source; `report` is called for each response with unreadable objects.
    package init(
        _ configuration: MarvelConfiguration, curl: Curl, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (_ path: String, _ skipped: Int) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        client = RetryingClient(curl)
        self.now = now
        self.report = report
    }

    package func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        if !query.filter.isEmpty, try await !findsExtensions() { throw .notFound }
        let payload = try await characters(isList: query.topic == nil) { isExtended in
            .heroes(query, isExtended: isExtended)
        }
        return payload.listPage(requested: query.range, \.hero)
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let payload = try await characters { _ in .hero(id) }
        return Attributed(try payload.object("hero", id, \.hero.id).hero, attribution: payload.attribution)
    }

    package func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        var order = order ?? (owner == .source && kind == .teams ? .largest : nil)
        let isExtended = owner == .source ? false : try await findsExtensions()
        if case .hero = owner, order == nil, isExtended { order = .role }
        var endpoint = MarvelEndpoint.topics(kind, of: owner, by: order, range)
        if isExtended {
            if case .search(let text) = owner {
                endpoint = .search(text, range, kind)
            } else {
                endpoint = endpoint.withFacts
            }
        }
        let payload: Payload<EntityPayload> = try await fetch(endpoint)
        return payload.listPage(requested: range) { $0.topic(kind) }
    }

    package func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic> {
        let payload: Payload<EntityPayload> = try await fetch(.topic(id))
        let topic = try payload.object("\(id.kind)", id.number, \.id)
        return Attributed(topic.topic(id.kind), attribution: payload.attribution)
    }

    /// Searches with the API's extension; without it, for prefixes of names.
    package func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        let search = PrefixSearch(text, range, askingWords: configuration.askingWords)
        let payload = try await characters(isList: true) { $0 ? .search(text, range) : search.endpoint(search.whole) }
        guard hasExtensions else {
            return try await search.results(payload) { endpoint async throws(HeroError) in
                try await characters(isList: true) { _ in endpoint }
            }
        }
        return SearchResults(
            payload.listPage(requested: range, \.match),
            named: range.offset > 0 ? [] : payload.named, groups: range.offset > 0 ? [] : payload.groups,
            asked: payload.asked, filter: range.offset > 0 ? nil : payload.filter, isComplete: payload.isComplete)
    }

    package func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        guard try await findsExtensions() else { return Attributed([], attribution: Attribution(html: "")) }
        let payload: Payload<StepPayload> = try await fetch(.path(start, end))
        let steps = payload.items.compactMap(\.step)
        let isComplete = steps.count == payload.items.count + payload.skipped && (steps.last?.hero.id ?? end) == end
        guard isComplete, steps.count <= ResponseLimit.steps else {
            throw .invalidResponse(status: 200, "the path from hero \(start) to \(end) is incomplete")
        }
        return Attributed(steps, attribution: payload.attribution)
    }

    package var listedKinds: [TopicKind] {
        [.events, .series, .comics] + [.teams, .people].filter { announces($0.path) }
    }

    package var choices: HeroChoices {
        var choices = HeroChoices()
        guard hasExtensions else { return choices }
        choices.decades = extensions.withLock { $0?.decades ?? [] }
        choices.orders = [.known] + (choices.decades.isEmpty ? [] : [.first])
        choices.hasTeams = announces("teams")
        (choices.hasSides, choices.hasGenders) = (announces("side"), announces("gender"))
        return choices
    }

    package func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] {
        switch owner {
        case .search: []
        case .hero where hasExtensions && !kind.orders.isEmpty: [.role] + kind.orders.filter { $0 != .name } + [.name]
        case .hero, .topic, .source: kind.orders
        }
    }

    package var hasDetails: Bool { hasExtensions }

    private var hasExtensions: Bool { announces("search") }

    private func announces(_ relation: String) -> Bool {
        extensions.withLock { $0?.relations.contains(relation[...]) == true }
    }

    /// Returns whether the API has extensions, which only a response with characters announces.
    private func findsExtensions() async throws(HeroError) -> Bool {
        if extensions.withLock({ $0 == nil }) {
            let _: Payload<CharacterPayload> = try await fetch(.heroes(HeroQuery(range: PageRange(limit: 1))))
        }
        return hasExtensions
    }

    /// Requests characters, with their facts if the API has extensions; the first response that says so is requested
    /// again.
    private func characters(
        isList: Bool = false, _ endpoint: (_ isExtended: Bool) -> MarvelEndpoint
    ) async throws(HeroError) -> Payload<CharacterPayload> {
        if !hasExtensions {
            let payload: Payload<CharacterPayload> = try await fetch(endpoint(false), isList: isList)
            guard hasExtensions else { return payload }
        }
        return try await fetch(endpoint(true).withFacts, isList: isList)
    }

    /// Sends a request. A 404 for the list of all heroes, which every API has, means a wrong base URL.
    private func fetch<Item>(_ endpoint: MarvelEndpoint, isList: Bool = false) async throws(HeroError) -> Payload<Item>
    {
        let signature = Signature(of: configuration.credentials, at: now())
        let decoder = ResponseDecoder(signature: signature, imageHosts: configuration.imageHosts)
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, signature), timeout: configuration.timeout)
        let response: CurlResponse
        do throws(CurlError) {
            response = try await client.send(request)
        } catch {
            throw decoder.error(error).at(endpoint.path)
        }
        let payload: Payload<Item>
        do throws(HeroError) {
            payload = try decoder.payload(response)
        } catch .notFound where isList {
            throw .invalidResponse(status: 404, "no API at the configured URL (404)")
        } catch {
            throw error.at(endpoint.path)
        }
        if Item.self == CharacterPayload.self {
            extensions.withLock { $0 = Extensions(response.header("Link") ?? "") }
        }
        if payload.skipped > 0 { report(endpoint.path, payload.skipped) }
        return payload
    }
}

/// The API's extensions beyond Marvel's, as announced in `Link`.
private struct Extensions: Sendable {
    let relations: Set<Substring>
    /// The decades of first appearances, each with a link of its own.
    let decades: [Int]

    init(_ header: String) {
        let links = header.split(separator: ",")
        relations = Set(links.compactMap { $0.split(separator: "rel=\"").last?.split(separator: "\"").first })
        decades = links.compactMap { link in
            link.firstRange(of: "decade=").flatMap { Int(link[$0.upperBound...].prefix(4)) }
        }
    }
}
