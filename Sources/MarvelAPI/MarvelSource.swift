import Curl
import FoundationEssentials
import Heroes

/// Heroes told by a Marvel-compatible API over HTTP.
package struct MarvelSource: HeroSource {
    private let configuration: MarvelConfiguration
    private let curl: Curl
    private let now: @Sendable () -> Date
    private let report: @Sendable (_ path: String, _ skipped: Int) -> Void

    /// The report is told of every answer with objects that cannot be read, and of how many.
    package init(
        _ configuration: MarvelConfiguration, curl: Curl, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (_ path: String, _ skipped: Int) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        self.curl = curl
        self.now = now
        self.report = report
    }

    package func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero> {
        let payload: Payload<CharacterPayload> = try await ask(.heroes(query), isList: true)
        return payload.slice(asked: query.window) { $0.hero(configuration.imageHosts) }
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let payload: Payload<CharacterPayload> = try await ask(.hero(id))
        guard let found = payload.items.first else { throw .notFound }
        guard found.thing.id == id else { throw .broken("asked for hero \(id), told of \(found.thing.id)") }
        return Attributed(found.hero(configuration.imageHosts), attribution: payload.attribution)
    }

    package func comics(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Comic> {
        try await works(of: hero, window, as: Comic.init)
    }

    package func events(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Event> {
        try await works(of: hero, window, as: Event.init)
    }

    package func stories(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Story> {
        try await works(of: hero, window, as: Story.init)
    }

    package func series(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Series> {
        try await works(of: hero, window, as: Series.init)
    }

    /// Always nil: a source without a memory has met nobody.
    package func known(_ id: Hero.ID) -> Hero? { nil }

    private func works<Work: Listable & Identifiable>(
        of hero: Hero.ID, _ window: Window, as work: (Int, String, String?, Thumbnail?) -> Work
    ) async throws(HeroError) -> Slice<Work> {
        let payload: Payload<ThingPayload> = try await ask(.works(Work.section, of: hero, window))
        return payload.slice(asked: window) {
            work($0.id, $0.title, $0.description, $0.thumbnail(configuration.imageHosts))
        }
    }

    /// The list of all heroes is what an API cannot be without, so its absence is not the visitor's mistake.
    private func ask<Item>(_ endpoint: Endpoint, isList: Bool = false) async throws(HeroError) -> Payload<Item> {
        let signature = Signature(of: configuration.credentials, at: now())
        let url = endpoint.url(below: configuration.baseURL, signature)
        let reading = Reading(signature: signature)
        let response: CurlResponse
        do throws(CurlError) {
            response = try await curl.send(CurlRequest(url: url, timeout: configuration.timeout))
        } catch {
            throw reading.error(error).at(endpoint.path)
        }
        let payload: Payload<Item>
        do throws(HeroError) {
            payload = try reading.payload(response)
        } catch .notFound where isList {
            throw .broken("there is no API at the configured address (404)")
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
        case .notFound, .overBudget: self
        }
    }
}
