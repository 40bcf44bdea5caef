import Curl
import FoundationEssentials
import Heroes

/// Heroes and works of a Marvel-compatible API over HTTP.
package struct MarvelSource: HeroSource {
    private let configuration: MarvelConfiguration
    private let client: RetryingClient
    private let now: @Sendable () -> Date
    private let report: @Sendable (_ path: String, _ skipped: Int) -> Void

    /// `mayRetry` is asked before a question is sent again. The report gets every answer with objects that cannot be
    /// read, and their number.
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
        let payload: Payload<CharacterPayload>? = try await ask(.heroes(query), unless: version, isList: true)
        return payload?.listPage(asked: query.range) { $0.hero(configuration.imageHosts) }
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        guard let payload: Payload<CharacterPayload> = try await ask(.hero(id), unless: version) else { return nil }
        guard let found = payload.items.first else { throw .notFound }
        guard found.entity.id == id else {
            throw .unusable(status: 200, "asked for hero \(id), got \(found.entity.id)")
        }
        return Attributed(
            found.hero(configuration.imageHosts), attribution: payload.attribution, version: payload.version)
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        let (endpoint, hosts) = (Endpoint.works(kind, of: hero, range), configuration.imageHosts)
        // Only events name heroes that pages show.
        if kind == .events {
            let payload: Payload<EventPayload>? = try await ask(endpoint, unless: version)
            return payload?.listPage(asked: range) { $0.work(hosts) }
        }
        let payload: Payload<EntityPayload>? = try await ask(endpoint, unless: version)
        return payload?.listPage(asked: range) { $0.work(kind, hosts) }
    }

    /// Always nil: a source without a cache knows no heroes.
    package func known(_ id: Hero.ID) -> Hero? { nil }

    /// Returns nil if the source says that the version still holds. The list of all heroes is the one resource that an API
    /// cannot be without, so its absence is not the visitor's mistake.
    private func ask<Item>(
        _ endpoint: Endpoint, unless version: Version?, isList: Bool = false
    ) async throws(HeroError) -> Payload<Item>? {
        let signature = Signature(of: configuration.credentials, at: now())
        let decoder = ResponseDecoder(signature: signature)
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, signature),
            headers: version.map { [("If-None-Match", $0.mark)] } ?? [], timeout: configuration.timeout)
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
            throw .unusable(status: 404, "there is no API at the configured address (404)")
        } catch {
            throw error.at(endpoint.path)
        }
        if payload.skipped > 0 { report(endpoint.path, payload.skipped) }
        return payload
    }
}

extension HeroError {
    /// Returns the same error with the path of its question, for the log.
    fileprivate func at(_ path: String) -> HeroError {
        switch self {
        case .timedOut(let text): .timedOut("\(path): \(text)")
        case .broken(let text): .broken("\(path): \(text)")
        case .unusable(let status, let text): .unusable(status: status, "\(path): \(text)")
        case .closed(let text, let seconds): .closed("\(path): \(text)", retryAfter: seconds)
        case .notFound, .overBudget, .quotaExceeded, .notCached, .cancelled: self
        }
    }
}
