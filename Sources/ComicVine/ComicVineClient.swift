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
        /// The visitor gets a stale record, and this call renews it.
        case revalidation
        /// An update of the index, which has pauses of its own.
        case background

        var isBackground: Bool { if case .visitor = self { false } else { true } }
        var isRevalidation: Bool { if case .revalidation = self { true } else { false } }
    }

    private let configuration: ComicVineConfiguration
    private let curl: Curl
    private let clock: SourceClock
    private let reader: ComicVineResponseReader
    let budget: CallBudget
    private let statistics = Mutex<(calls: [ComicVineMetrics.Call: Int], latency: Duration?)>(([:], nil))

    init(_ configuration: ComicVineConfiguration, curl: Curl, clock: SourceClock, budget: CallBudget) {
        (self.configuration, self.curl, self.clock, self.budget) = (configuration, curl, clock, budget)
        reader = ComicVineResponseReader(key: configuration.key)
    }

    /// Returns the readable objects of a list and the number of all its objects.
    func list(
        _ endpoint: ComicVineEndpoint, for caller: Caller
    ) async throws(HeroError) -> (items: [ComicVineObject], total: Int) {
        try await call(endpoint, caller, reader.list)
    }

    /// Passes on the objects of a list, page by page; throws if a page only repeats earlier ones.
    func pages(
        upTo maximum: Int = 100, for caller: Caller, _ endpoint: (_ offset: Int) -> ComicVineEndpoint,
        _ receive: ([ComicVineObject]) -> Void
    ) async throws(HeroError) {
        var seen: Set<Int> = []
        for page in 0..<maximum {
            let endpoint = endpoint(page * ComicVineIndex.batchLength)
            let (items, total) = try await list(endpoint, for: caller)
            guard items.isEmpty || items.map({ seen.insert($0.id).inserted }).contains(true) else {
                throw .invalidResponse(status: 200, "\(endpoint.path): a page repeats earlier ones")
            }
            receive(items)
            if endpoint.offset + ComicVineIndex.batchLength >= total { break }
        }
    }

    /// Returns an object; throws `notFound` if the source does not have it.
    func object(_ endpoint: ComicVineEndpoint, for caller: Caller) async throws(HeroError) -> ComicVineObject {
        try await call(endpoint, caller, reader.object)
    }

    var calls: [ComicVineMetrics.Call: Int] { statistics.withLock { $0.calls } }

    /// The moving average of the duration of visitors' successful calls.
    var latency: Duration? { statistics.withLock { $0.latency } }

    /// Makes a call as soon as the budget allows it, and a needed one again if the source fails for a moment.
    private func call<Value>(
        _ endpoint: ComicVineEndpoint, _ caller: Caller,
        _ read: (CurlResponse, ComicVineEndpoint) throws(ComicVineFailure) -> Value
    ) async throws(HeroError) -> Value {
        var isLast = endpoint.resource == ComicVineEndpoint.optional || caller.isRevalidation
        while true {
            let permit = try await budget.acquire(endpoint.resource, endpoint.objects, for: caller)
            let start = ContinuousClock.now
            do throws(ComicVineFailure) {
                let response = try await send(endpoint)
                let value = try read(response, endpoint)
                budget.finish(permit, nil)
                record(endpoint, .success, caller, ContinuousClock.now - start)
                return value
            } catch {
                let reason = budget.finish(permit, error) ?? error.error
                record(endpoint, CallOutcome(reason), caller, nil)
                guard case .transient = error, !isLast else { throw reason.at(endpoint.path) }
            }
            isLast = true
            do { try await clock.sleep(.random(in: 1...2)) } catch { throw .cancelled }
        }
    }

    private func send(_ endpoint: ComicVineEndpoint) async throws(ComicVineFailure) -> CurlResponse {
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, configuration.key),
            headers: [("User-Agent", configuration.userAgent)], timeout: endpoint.timeout,
            byteLimit: endpoint.byteLimit)
        do throws(CurlError) { return try await curl.send(request) } catch { throw reader.failure(error) }
    }

    private func record(
        _ endpoint: ComicVineEndpoint, _ outcome: CallOutcome, _ caller: Caller, _ duration: Duration?
    ) {
        statistics.withLock { statistics in
            statistics.calls[.init(resource: endpoint.resource, outcome: outcome), default: 0] += 1
            if case .visitor = caller, let duration {
                statistics.latency = statistics.latency.map { ($0 + duration) / 2 } ?? duration
            }
        }
    }
}

package struct ComicVineMetrics: Sendable {
    /// The number of calls since the start of the process, by path and outcome.
    package let calls: [Call: Int]
    /// The calls that remain in the current hour, by path.
    package let remaining: [String: Int]
    /// The seconds until calls resume, by path; only of paths without calls now.
    package let pauses: [String: Int]
    /// All of Marvel's heroes.
    package let members: Int
    /// The heroes that lists show.
    package let shown: Int
    /// The heroes without details so far.
    package let pending: Int

    /// A kind of call: the first segment of its path, and its outcome.
    package struct Call: Hashable, Sendable {
        package let resource: String
        package let outcome: CallOutcome
    }
}
