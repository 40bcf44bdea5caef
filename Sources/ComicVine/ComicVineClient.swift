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

    private struct Statistics {
        var calls: [ComicVineCallMetrics.Call: Int] = [:]
        var latency: Duration?
    }

    private let configuration: ComicVineConfiguration
    private let curl: Curl
    private let clock: SourceClock
    private let reader: ComicVineResponseReader
    private let budget: CallBudget
    private let statistics = Mutex(Statistics())

    /// Creates a client; `report` gets one sentence for the log when its state changes.
    init(
        _ configuration: ComicVineConfiguration, curl: Curl, store: (any ResponseStore)? = nil,
        shared: (any CallCounter)? = nil, clock: SourceClock,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.curl = curl
        self.clock = clock
        reader = ComicVineResponseReader(key: configuration.key)
        budget = CallBudget(
            configuration.hourlyBudget, store: store, shared: shared, clock: clock, report: report)
    }

    /// Loads the calls of the last hour and the pauses, so that a restart does not exceed the limits.
    func warmUp() async { await budget.warmUp() }

    /// Returns the readable items of a list and the number of all its items.
    func list<Item: Decodable & Sendable>(
        _ type: Item.Type, _ endpoint: ComicVineEndpoint, for caller: Caller
    ) async throws(HeroError) -> (items: [Item], total: Int) {
        try await call(endpoint, caller) { response throws(ComicVineFailure) in try reader.list(response) }
    }

    /// Returns an object; throws `notFound` if the source does not have it.
    func object<Item: Decodable & Sendable>(
        _ type: Item.Type, _ endpoint: ComicVineEndpoint, for caller: Caller
    ) async throws(HeroError) -> Item {
        try await call(endpoint, caller) { response throws(ComicVineFailure) in try reader.object(response) }
    }

    /// The operator's next step if something is wrong; nil if the calls work.
    var advice: String? { budget.advice }

    var metrics: ComicVineCallMetrics {
        var metrics = budget.metrics
        metrics.calls = statistics.withLock { $0.calls }
        return metrics
    }

    /// The moving average of the duration of visitors' successful calls.
    var latency: Duration? { statistics.withLock { $0.latency } }

    /// Makes a call, and once again if the source fails for a moment and the budget allows it.
    private func call<Value>(
        _ endpoint: ComicVineEndpoint, _ caller: Caller,
        _ read: (CurlResponse) throws(ComicVineFailure) -> Value
    ) async throws(HeroError) -> Value {
        let failure: ComicVineFailure
        do throws(ComicVineFailure) {
            return try await attempt(endpoint, try await permit(endpoint, caller), caller, read)
        } catch {
            failure = error
        }
        guard failure.consequence == .retry else { throw failure.error.at(endpoint.path) }
        do {
            try await clock.sleep(.random(in: 1...2))
            let permit = try await permit(endpoint, caller)
            return try await attempt(endpoint, permit, caller, read)
        } catch let second as ComicVineFailure where second.wasSent {
            throw second.error.at(endpoint.path)
        } catch {
            // The first failure says more than the budget's.
            throw Task.isCancelled ? .cancelled : failure.error.at(endpoint.path)
        }
    }

    private func permit(
        _ endpoint: ComicVineEndpoint, _ caller: Caller
    ) async throws(ComicVineFailure) -> CallBudget.Permit {
        do throws(HeroError) {
            return try await budget.acquire(endpoint.resource, for: caller)
        } catch {
            throw ComicVineFailure(error: error, wasSent: false)
        }
    }

    private func attempt<Value>(
        _ endpoint: ComicVineEndpoint, _ permit: CallBudget.Permit, _ caller: Caller,
        _ read: (CurlResponse) throws(ComicVineFailure) -> Value
    ) async throws(ComicVineFailure) -> Value {
        let start = ContinuousClock.now
        let failure: ComicVineFailure
        var isFree = false
        do throws(ComicVineFailure) {
            let response = try await send(endpoint)
            // Comic Vine does not count the responses of Cloudflare's cache.
            isFree = response.header("CF-Cache-Status")?.uppercased() == "HIT"
            let value = try read(response)
            budget.finish(permit, nil, isFree: isFree)
            record(endpoint, .success, caller, ContinuousClock.now - start)
            return value
        } catch {
            failure = error
        }
        let error = budget.finish(permit, failure, isFree: isFree || !failure.wasSent) ?? failure.error
        record(endpoint, CallOutcome(error), caller, nil)
        throw ComicVineFailure(error: error, consequence: failure.consequence)
    }

    /// Sends a request. The task's cancellation does not end it, since it would only have to be sent again.
    private func send(_ endpoint: ComicVineEndpoint) async throws(ComicVineFailure) -> CurlResponse {
        let request = CurlRequest(
            url: endpoint.url(below: configuration.baseURL, configuration.key),
            headers: [("User-Agent", configuration.userAgent)], timeout: endpoint.timeout,
            byteLimit: endpoint.byteLimit)
        let exchange = Task { [curl] () async -> Result<CurlResponse, CurlError> in
            do throws(CurlError) { return .success(try await curl.send(request)) } catch { return .failure(error) }
        }
        return try await exchange.value.mapError(reader.failure).get()
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

extension HeroError {
    /// Returns the error with the path of its call, for the log.
    fileprivate func at(_ path: String) -> HeroError {
        switch self {
        case .timedOut(let text): .timedOut("\(path): \(text)")
        case .broken(let text): .broken("\(path): \(text)")
        case .invalidResponse(401, _): self
        case .invalidResponse(let status, let text): .invalidResponse(status: status, "\(path): \(text)")
        case .unavailable, .notFound, .overBudget, .quotaExceeded, .notCached, .cancelled: self
        }
    }
}
