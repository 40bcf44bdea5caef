import Curl
import FoundationEssentials
import Heroes

/// Heroes told by a Marvel-compatible API over HTTP.
package struct MarvelSource: HeroSource {
    private let configuration: MarvelConfiguration
    private let calling: Calling
    private let report: @Sendable (_ path: String, _ skipped: Int) -> Void

    /// Before a question that failed is put once more, `mayRetry` is asked for leave. The report is told of every
    /// answer with objects that cannot be read, and of how many.
    package init(
        _ configuration: MarvelConfiguration, curl: Curl, now: @escaping @Sendable () -> Date = { Date() },
        mayRetry: @escaping @Sendable () async -> Bool = { true },
        report: @escaping @Sendable (_ path: String, _ skipped: Int) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        calling = Calling(configuration: configuration, curl: curl, now: now, mayRetry: mayRetry)
        self.report = report
    }

    package func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> Slice<Hero>? {
        let payload: Payload<CharacterPayload>? = try await ask(.heroes(query), unless: version, isList: true)
        return payload?.slice(asked: query.window) { $0.hero(configuration.imageHosts) }
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        guard let payload: Payload<CharacterPayload> = try await ask(.hero(id), unless: version) else { return nil }
        guard let found = payload.items.first else { throw .notFound }
        guard found.thing.id == id else {
            throw .unusable(status: 200, "asked for hero \(id), got \(found.thing.id)")
        }
        return Attributed(
            found.hero(configuration.imageHosts), attribution: payload.attribution, version: payload.version)
    }

    package func comics(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Comic>? {
        try await works(.comics, of: hero, window, unless: version, as: Comic.init)
    }

    package func events(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Event>? {
        let endpoint = Endpoint.works(.events, of: hero, window)
        let payload: Payload<EventPayload>? = try await ask(endpoint, unless: version)
        return payload?.slice(asked: window) { $0.event(configuration.imageHosts) }
    }

    package func stories(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Story>? {
        try await works(.stories, of: hero, window, unless: version, as: Story.init)
    }

    package func series(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Series>? {
        try await works(.series, of: hero, window, unless: version, as: Series.init)
    }

    /// Always nil: a source without a memory has met nobody.
    package func known(_ id: Hero.ID) -> Hero? { nil }

    private func works<Work: Identifiable>(
        _ section: Section, of hero: Hero.ID, _ window: Window, unless version: Version?,
        as work: (Int, String, String?, Thumbnail?) -> Work
    ) async throws(HeroError) -> Slice<Work>? {
        let endpoint = Endpoint.works(section, of: hero, window)
        let payload: Payload<ThingPayload>? = try await ask(endpoint, unless: version)
        return payload?.slice(asked: window) {
            work($0.id, $0.title, $0.description, $0.thumbnail(configuration.imageHosts))
        }
    }

    /// Nil where the source says that the version still holds. The list of all heroes is what an API cannot be
    /// without, so its absence is not the visitor's mistake.
    private func ask<Item>(
        _ endpoint: Endpoint, unless version: Version?, isList: Bool = false
    ) async throws(HeroError) -> Payload<Item>? {
        let (answer, reading) = await calling.answer(endpoint, unless: version)
        let response: CurlResponse
        do throws(CurlError) {
            response = try answer.get()
        } catch {
            throw reading.error(error).at(endpoint.path)
        }
        if version != nil, response.status == 304 { return nil }
        let payload: Payload<Item>
        do throws(HeroError) {
            payload = try reading.payload(response)
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
    /// The same with the question that it answers, for the log.
    fileprivate func at(_ path: String) -> HeroError {
        switch self {
        case .timedOut(let text): .timedOut("\(path): \(text)")
        case .broken(let text): .broken("\(path): \(text)")
        case .unusable(let status, let text): .unusable(status: status, "\(path): \(text)")
        case .closed(let text, let seconds): .closed("\(path): \(text)", retryAfter: seconds)
        case .notFound, .overBudget, .rationed, .unasked, .cancelled: self
        }
    }
}
