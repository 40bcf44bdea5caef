import FoundationEssentials
import Heroes
import Synchronization

/// A circuit breaker: while the source is down, one probe at a time tests it.
///
/// Connection failures open it for all requests. An invalid response may be due to its request: after several of them,
/// to requests of more than one kind, only revalidations are stopped until the source recovers, and all requests of
/// visitors are still sent.
final class Breaker: Sendable {
    /// A permit for a call, valid until its outcome is reported.
    enum Permit: Sendable { case normal, probe }

    private struct State {
        /// Consecutive calls without a response.
        var connectionFailures = 0
        /// Consecutive invalid responses, and the kinds of their requests.
        var invalidResponses = 0
        var failedKinds: Set<ResponseKind> = []
        /// The last failure; nil while the breaker is closed.
        var error: HeroError?
        /// Calls that wait for the outcome of the probe; nil if there is no probe.
        var waiters: [CheckedContinuation<HeroError?, Never>]?
        /// The earliest time of the next probe by a revalidation.
        var nextProbe = Date.distantPast
        /// The backoff in seconds after a failed probe, for revalidations.
        var pause = 1.0
        var outages = 0
    }

    private let threshold: Int
    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheEvent) -> Void
    private let state = Mutex(State())
    private static let maximumPause = 60.0

    init(threshold: Int, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (CacheEvent) -> Void) {
        self.threshold = max(1, threshold)
        self.now = now
        self.report = report
    }

    var isOpen: Bool { state.withLock { $0.error != nil } }

    /// The state, and the number of times the breaker has opened.
    var metrics: (state: BreakerState, outages: Int) {
        state.withLock { state in
            (state.error == nil ? .closed : state.waiters == nil ? .open : .halfOpen, state.outages)
        }
    }

    /// Returns a permit at once while the breaker is closed. While it is open, a visitor's call is the probe or waits
    /// for its outcome; a revalidation is the probe after the backoff, otherwise it fails with `notCached`.
    func acquire(forRevalidation isRevalidation: Bool) async -> Result<Permit, HeroError> {
        isRevalidation ? acquireForRevalidation() : await acquireForRequest()
    }

    private func acquireForRevalidation() -> Result<Permit, HeroError> {
        let now = now()
        return state.withLock { state in
            guard state.error != nil else { return .success(.normal) }
            guard state.waiters == nil, now >= state.nextProbe else { return .failure(.notCached) }
            state.waiters = []
            return .success(.probe)
        }
    }

    private func acquireForRequest() async -> Result<Permit, HeroError> {
        let permit: Permit? = state.withLock { state in
            guard state.error?.isOutage ?? false else { return .normal }
            guard state.waiters == nil else { return nil }
            state.waiters = []
            return .probe
        }
        if let permit { return .success(permit) }
        let error: HeroError? = await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.waiters != nil else { return true }
                state.waiters?.append(continuation)
                return false
            }
            // The probe ended between the two checks; one more call does no harm.
            if isOver { continuation.resume(returning: nil) }
        }
        return error.map { .failure($0) } ?? .success(.normal)
    }

    /// Reports the outcome of a call: its failure, or nil.
    func finish(_ permit: Permit, _ kind: ResponseKind, _ error: HeroError?) {
        let now = now()
        let (waiters, event) = state.withLock { state in
            let event = record(error, kind, permit, at: now, &state)
            guard permit == .probe else { return ([CheckedContinuation<HeroError?, Never>](), event) }
            defer { state.waiters = nil }
            return (state.waiters ?? [], event)
        }
        // Only an outage fails the waiting calls.
        let outage = error.flatMap { $0.isOutage ? $0 : nil }
        for waiter in waiters { waiter.resume(returning: outage) }
        if let event { report(event) }
    }

    private func record(
        _ error: HeroError?, _ kind: ResponseKind, _ permit: Permit, at now: Date, _ state: inout State
    ) -> CacheEvent? {
        switch error {
        case nil, .notFound:
            defer {
                (state.connectionFailures, state.invalidResponses, state.failedKinds, state.error, state.pause) = (
                    0, 0, [], nil, 1
                )
            }
            return state.error == nil ? nil : .sourceRecovered
        case .overBudget, .quotaExceeded, .notCached, .cancelled: return nil
        case .invalidResponse(let status, _)?:
            let hasRecovered = state.error?.isOutage ?? false
            state.connectionFailures = 0
            if hasRecovered { (state.error, state.pause) = (nil, 1) }
            if !HeroError.isClientError(status) {
                state.invalidResponses += 1
                state.failedKinds.insert(kind)
            }
            guard state.invalidResponses >= threshold, state.failedKinds.count > 1 else {
                return hasRecovered ? .sourceRecovered : nil
            }
        case .timedOut, .broken, .unavailable:
            state.connectionFailures += 1
            guard state.connectionFailures >= threshold else { return nil }
        }
        return error.flatMap { open(for: $0, permit, at: now, &state) }
    }

    private func open(for error: HeroError, _ permit: Permit, at now: Date, _ state: inout State) -> CacheEvent? {
        let wasDown = state.error != nil
        state.error = error
        if permit == .probe { state.pause = min(state.pause * 2, Self.maximumPause) }
        if permit == .probe || !wasDown { state.nextProbe = now + state.pause }
        guard !wasDown else { return nil }
        state.outages += 1
        return .sourceDown(error)
    }
}

extension HeroError {
    /// True if the source did not respond at all.
    fileprivate var isOutage: Bool {
        switch self {
        case .timedOut, .broken, .unavailable: true
        case .notFound, .invalidResponse, .overBudget, .quotaExceeded, .notCached, .cancelled: false
        }
    }

    /// Returns true if the status rejects this one request (RFC 9110, section 15.5); 408 means a slow connection.
    static func isClientError(_ status: Int) -> Bool { (400..<500).contains(status) && status != 408 }
}
