import FoundationEssentials
import Heroes
import Synchronization

/// A circuit breaker: while the source is down, it lets one call at a time through to test it.
///
/// A source that cannot be reached is down for every question. A useless answer says as much about its question as about
/// the source: after several, to questions of more than one kind, revalidations wait until the source is well, but every
/// visitor's question is still asked.
final class Breaker: Sendable {
    /// Permission for a call, which ends with its outcome.
    enum Pass: Sendable { case normal, probe }

    private struct State {
        /// Calls without an answer since the last answer.
        var unanswered = 0
        /// Useless answers since the last good one, and the kinds of questions they were to.
        var useless = 0
        var kinds: Set<AnswerKind> = []
        /// The last failure, while the source counts as down.
        var error: HeroError?
        /// Calls that wait for the outcome of the probe; nil without a probe.
        var waiters: [CheckedContinuation<HeroError?, Never>]?
        /// When the next revalidation may be the probe.
        var nextProbe = Date.distantPast
        /// Seconds from a failed probe to the next one by a revalidation.
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

    /// The state, and how often the breaker has opened.
    var metrics: (state: BreakerState, outages: Int) {
        state.withLock { state in
            (state.error == nil ? .closed : state.waiters == nil ? .open : .probing, state.outages)
        }
    }

    /// Returns a pass at once while the source is well. While it is down, a visitor's call is the probe or waits for its
    /// outcome, and a revalidation is the probe now and then and else unasked.
    func pass(forRevalidation isRevalidation: Bool) async -> Result<Pass, HeroError> {
        isRevalidation ? passForRevalidation() : await passForVisit()
    }

    private func passForRevalidation() -> Result<Pass, HeroError> {
        let now = now()
        return state.withLock { state in
            guard state.error != nil else { return .success(.normal) }
            guard state.waiters == nil, now >= state.nextProbe else { return .failure(.notCached) }
            state.waiters = []
            return .success(.probe)
        }
    }

    private func passForVisit() async -> Result<Pass, HeroError> {
        let pass: Pass? = state.withLock { state in
            guard state.error?.isOutage ?? false else { return .normal }
            guard state.waiters == nil else { return nil }
            state.waiters = []
            return .probe
        }
        if let pass { return .success(pass) }
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

    /// Ends a call, with its failure if there was one.
    func ended(_ pass: Pass, _ kind: AnswerKind, _ error: HeroError?) {
        let now = now()
        let (waiters, event) = state.withLock { state in
            let event = note(error, kind, pass, at: now, &state)
            guard pass == .probe else { return ([CheckedContinuation<HeroError?, Never>](), event) }
            defer { state.waiters = nil }
            return (state.waiters ?? [], event)
        }
        // Only an outage concerns the others that wait.
        let outage = error.flatMap { $0.isOutage ? $0 : nil }
        for waiter in waiters { waiter.resume(returning: outage) }
        if let event { report(event) }
    }

    private func note(
        _ error: HeroError?, _ kind: AnswerKind, _ pass: Pass, at now: Date, _ state: inout State
    ) -> CacheEvent? {
        switch error {
        case nil, .notFound:
            defer { (state.unanswered, state.useless, state.kinds, state.error, state.pause) = (0, 0, [], nil, 1) }
            return state.error == nil ? nil : .sourceBack
        case .overBudget, .quotaExceeded, .notCached, .cancelled: return nil
        case .unusable(let status, _)?:
            let isBack = state.error?.isOutage ?? false
            state.unanswered = 0
            if isBack { (state.error, state.pause) = (nil, 1) }
            if !HeroError.isRefusal(status) {
                state.useless += 1
                state.kinds.insert(kind)
            }
            guard state.useless >= threshold, state.kinds.count > 1 else { return isBack ? .sourceBack : nil }
        case .timedOut, .broken, .closed:
            state.unanswered += 1
            guard state.unanswered >= threshold else { return nil }
        }
        return error.flatMap { open(for: $0, pass, at: now, &state) }
    }

    private func open(for error: HeroError, _ pass: Pass, at now: Date, _ state: inout State) -> CacheEvent? {
        let wasDown = state.error != nil
        state.error = error
        if pass == .probe { state.pause = min(state.pause * 2, Self.longestPause) }
        if pass == .probe || !wasDown { state.nextProbe = now + state.pause }
        guard !wasDown else { return nil }
        state.outages += 1
        return .sourceDown(error)
    }
}

extension HeroError {
    /// Whether no question at all was answered.
    fileprivate var isOutage: Bool {
        switch self {
        case .timedOut, .broken, .closed: true
        case .notFound, .unusable, .overBudget, .quotaExceeded, .notCached, .cancelled: false
        }
    }

    /// Whether the status refuses this one question (RFC 9110 section 15.5); 408 tells of a slow exchange.
    static func isRefusal(_ status: Int) -> Bool { (400..<500).contains(status) && status != 408 }
}
