import Curl
import FoundationEssentials
import Heroes

/// A source of heroes and works: a Marvel-compatible API over HTTP.
package struct MarvelSource: HeroSource {
    private let configuration: MarvelConfiguration
    private let client: RetryingClient
    private let now: @Sendable () -> Date
    private let report: @Sendable (_ path: String, _ skipped: Int) -> Void

    /// Creates a source. `mayRetry` is called before each retry, `report` for each response with unreadable objects.
    package init(
        _ configuration: MarvelConfiguration, curl: Curl, now: @escaping @Sendable () -> Date = { Date() },
        mayRetry: @escaping @Sendable () async -> Bool = { true },
        report: @escaping @Sendable (_ path: String, _ skipped: Int) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        client = RetryingClient(curl, mayRetry: mayRetry)
        self.now = now
        self.report = report
    }

    package func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let payload: Payload<CharacterPayload>? = try await fetch(.heroes(query), unless: version, isList: true)
        return payload?.listPage(requested: query.range) { $0.hero(configuration.imageHosts) }
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        guard let payload: Payload<CharacterPayload> = try await fetch(.hero(id), unless: version) else { return nil }
        guard let character = payload.items.first else { throw .notFound }
        guard character.entity.id == id else {
            throw .invalidResponse(status: 200, "requested hero \(id), got \(character.entity.id)")
        }
        return Attributed(
            character.hero(configuration.imageHosts), attribution: payload.attribution, version: payload.version)
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        let (endpoint, hosts) = (MarvelEndpoint.works(kind, of: hero, range), configuration.imageHosts)
        // Pages show the heroes of events only.
        if kind == .events {
            let payload: Payload<EventPayload>? = try await fetch(endpoint, unless: version)
            return payload?.listPage(requested: range) { $0.work(hosts) }
        }
        let payload: Payload<EntityPayload>? = try await fetch(endpoint, unless: version)
        return payload?.listPage(requested: range) { $0.work(kind, hosts) }
    }

    /// Returns nil: the source has no cache.
    package func cachedHero(_ id: Hero.ID) -> Hero? { nil }

    /// Sends a request; returns nil if the version is not modified. A 404 for the list of all heroes, which every API
    /// has, means a wrong base URL.
    private func fetch<Item>(
        _ endpoint: MarvelEndpoint, unless version: Version?, isList: Bool = false
    ) async throws(HeroError) -> Payload<Item>? {
        let signature = Signature(of: configuration.credentials, at: now())
        let decoder = ResponseDecoder(signature: signature)
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, signature),
            headers: version.map { [("If-None-Match", $0.etag)] } ?? [], timeout: configuration.timeout)
        let response: CurlResponse
        do throws(CurlError) {
            response = try await client.send(request)
        } catch {
            throw decoder.error(error).at(endpoint.path)
        }
        if version != nil, response.status == 304 { return nil }
        let payload: Payload<Item>
        do throws(HeroError) {
            payload = try decoder.payload(response)
        } catch .notFound where isList {
            throw .invalidResponse(status: 404, "no API at the configured URL (404)")
        } catch {
            throw error.at(endpoint.path)
        }
        if payload.skipped > 0 { report(endpoint.path, payload.skipped) }
        return payload
    }
}

extension HeroError {
    /// Returns the error with the path of its request, for the log.
    fileprivate func at(_ path: String) -> HeroError {
        switch self {
        case .timedOut(let text): .timedOut("\(path): \(text)")
        case .broken(let text): .broken("\(path): \(text)")
        case .invalidResponse(let status, let text): .invalidResponse(status: status, "\(path): \(text)")
        case .unavailable(let text, let seconds): .unavailable("\(path): \(text)", retryAfter: seconds)
        case .notFound, .overBudget, .quotaExceeded, .notCached, .cancelled: self
        }
    }
}
