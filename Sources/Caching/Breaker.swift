import FoundationEssentials
import Heroes
import Synchronization

/// Notices that a source is down, and lets one call at a time through to find out when it is back.
final class Breaker: Sendable {
    /// Leave to call the source, to be given back with the outcome.
    enum Pass: Sendable { case normal, probe }

    private struct State {
        /// Failures since the last success.
        var failures = 0
        /// What the source failed with last, while it counts as down.
        var error: HeroError?
        /// Those who wait for the outcome of the one call under way; nil where there is none.
        var waiters: [CheckedContinuation<HeroError?, Never>]?
        /// When the next renewal may find out whether the source is back.
        var nextProbe = Date.distantPast
        /// Seconds from a failed probe to the next one by a renewal.
        var pause = 1.0
        var outages = 0
    }

    private let threshold: Int
    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheEvent) -> Void
    private let state = Mutex(State())
    private static let longestPause = 60.0

    init(threshold: Int, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (CacheEvent) -> Void) {
        self.threshold = max(1, threshold)
        self.now = now
        self.report = report
    }

    var isOpen: Bool { state.withLock { $0.error != nil } }

    /// How the source stands, and how often it has come to count as down.
    var figures: (state: BreakerState, outages: Int) {
        state.withLock { state in
            (state.error == nil ? .closed : state.waiters == nil ? .open : .probing, state.outages)
        }
    }

    /// At once while the source is well. While it is down, a visitor's call is the probe or waits for its outcome,
    /// and a renewal, for which an old answer stands in, is the probe now and then and else unasked.
    func pass(for cause: Cause) async -> Result<Pass, HeroError> {
        switch cause {
        case .renewal: passForRenewal()
        case .visit: await passForVisit()
        }
    }

    private func passForRenewal() -> Result<Pass, HeroError> {
        let now = now()
        return state.withLock { state in
            guard state.error != nil else { return .success(.normal) }
            guard state.waiters == nil, now >= state.nextProbe else { return .failure(.unasked) }
            state.waiters = []
            return .success(.probe)
        }
    }

    private func passForVisit() async -> Result<Pass, HeroError> {
        enum Way { case pass(Pass), wait }
        let way: Way = state.withLock { state in
            guard state.error != nil else { return .pass(.normal) }
            guard state.waiters == nil else { return .wait }
            state.waiters = []
            return .pass(.probe)
        }
        if case .pass(let pass) = way { return .success(pass) }
        let error: HeroError? = await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.waiters != nil else { return true }
                state.waiters?.append(continuation)
                return false
            }
            // The probe ended between the two looks, well or not; one more call does no harm.
            if isOver { continuation.resume(returning: nil) }
        }
        return error.map { .failure($0) } ?? .success(.normal)
    }

    /// Takes the pass back, with what the call failed with.
    func ended(_ pass: Pass, _ error: HeroError?) {
        let now = now()
        let (waiters, event) = state.withLock { state in
            let event = Self.note(error, pass, at: now, threshold, &state)
            guard pass == .probe else { return ([CheckedContinuation<HeroError?, Never>](), event) }
            defer { state.waiters = nil }
            return (state.waiters ?? [], event)
        }
        for waiter in waiters { waiter.resume(returning: error == .notFound ? nil : error) }
        if let event { report(event) }
    }

    private static func note(
        _ error: HeroError?, _ pass: Pass, at now: Date, _ threshold: Int, _ state: inout State
    ) -> CacheEvent? {
        switch error {
        case nil, .notFound:
            defer { (state.failures, state.error, state.pause) = (0, nil, 1) }
            return state.error == nil ? nil : .sourceBack
        case .overBudget, .unasked, .cancelled: return nil
        case .timedOut(_)?, .broken(_)?, .closed(_, _)?: break
        }
        state.failures += 1
        let wasDown = state.error != nil
        guard state.failures >= threshold else { return nil }
        state.error = error
        if pass == .probe { state.pause = min(state.pause * 2, longestPause) }
        if pass == .probe || !wasDown { state.nextProbe = now + state.pause }
        guard !wasDown else { return nil }
        state.outages += 1
        return error.map { .sourceDown($0) }
    }
}
