import Curl
import FoundationEssentials
import Heroes
import Synchronization

/// The calls of Comic Vine's API, within its limits.
final class ComicVineClient: Sendable {
    /// The reason of a call, which decides on its share of the budget.
    enum Caller: Sendable {
        /// A visitor waits; the network is that of the visitor's address.
        case visitor(network: [UInt8]?)
        case background
    }

    private let configuration: ComicVineConfiguration
    private let curl: Curl

    init(
        _ configuration: ComicVineConfiguration, curl: Curl, database: ComicVineDatabase, clock: SourceClock,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.curl = curl
    }

    /// Loads the calls of the last hour and the pauses, so that a restart does not exceed the limits.
    func warmUp() async {}

    /// Returns the readable items of a list and the number of all its items.
    func list<Item: Decodable & Sendable>(
        _ type: Item.Type, _ endpoint: ComicVineEndpoint, for caller: Caller
    ) async throws(HeroError) -> (items: [Item], total: Int) {
        let envelope: ComicVineEnvelope<[Lossy<Item>]> = try await envelope(endpoint)
        guard let results = envelope.results else { throw .broken("\(endpoint.path): no list") }
        let items = results.compactMap(\.value)
        return (items, max(envelope.total ?? 0, items.count))
    }

    /// Returns an object; throws `notFound` if the source does not have it.
    func object<Item: Decodable & Sendable>(
        _ type: Item.Type, _ endpoint: ComicVineEndpoint, for caller: Caller
    ) async throws(HeroError) -> Item {
        let envelope: ComicVineEnvelope<Item> = try await envelope(endpoint)
        guard let result = envelope.results else { throw .notFound }
        return result
    }

    /// The operator's next step if something is wrong; nil if the calls work.
    var advice: String? { nil }

    var metrics: ComicVineCallMetrics { ComicVineCallMetrics() }

    /// The moving average of the duration of visitors' calls.
    var latency: Duration? { nil }

    private func envelope<Results>(
        _ endpoint: ComicVineEndpoint
    ) async throws(HeroError) -> ComicVineEnvelope<Results> {
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, configuration.key),
            headers: [("User-Agent", configuration.userAgent)], timeout: endpoint.timeout,
            byteLimit: endpoint.byteLimit)
        do {
            let response = try await curl.send(request)
            return try JSONDecoder().decodeTolerantly(response.body)
        } catch {
            throw .broken(configuration.key.redacted(from: "\(endpoint.path): \(error)"))
        }
    }
}
