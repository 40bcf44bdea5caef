import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The budget of all calls; these and the pauses of paths are stored, or shared with other machines.
final class CallBudget: Sendable {
    struct Permit: Sendable {
        let resource: String
        /// The names of the requested objects; empty if they are not known.
        let objects: Set<String>
        let date: Date
        let caller: ComicVineClient.Caller

        /// The caller's network and the path; nil without a network.
        fileprivate var network: [UInt8]? {
            if case .visitor(let network?) = caller { network + Array(resource.utf8) } else { nil }
        }
    }

    private let limits: Mutex<CallLimits>
    private let networks: RateLimit
    private let store: (any ResponseStore)?
    /// The calls of all machines; nil if there is only this one.
    private let shared: (any CallCounter)?
    private let clock: SourceClock
    private let report: @Sendable (String) -> Void

    init(
        _ hourlyLimit: Int, store: (any ResponseStore)? = nil, shared: (any CallCounter)? = nil, clock: SourceClock,
        report: @escaping @Sendable (String) -> Void
    ) {
        limits = Mutex(CallLimits(hourlyLimit: hourlyLimit, at: clock.now()))
        // In any hour the burst and the rate together are three quarters of a path's calls.
        let share = max(1, Double(hourlyLimit) / 4)
        networks = RateLimit(burst: 2 * share, perSecond: share / CallLimits.window, maxClients: 8192)
        (self.store, self.shared, self.clock, self.report) = (store, shared, clock, report)
    }

    /// Returns a permit as soon as the limits allow the call; `finish` has to follow. A visitor's call fails after 3 s.
    func acquire(
        _ resource: String, _ objects: Set<String> = [], for caller: ComicVineClient.Caller
    ) async throws(HeroError) -> Permit {
        let deadline = caller.isBackground ? Date.distantFuture : clock.now() + 3
        while true {
            let now = clock.now()
            let permit = Permit(resource: resource, objects: objects, date: now, caller: caller)
            var obstacle = limits.withLock { $0.start(permit) }
            if obstacle == nil, let network = permit.network, let seconds = networks.consume(network, at: now) {
                limits.withLock { $0.takeBack(permit) }
                throw .quotaExceeded(retryAfter: seconds)
            }
            if obstacle == nil { obstacle = await sharedObstacle(permit) }
            guard let obstacle else {
                save()
                return permit
            }
            guard now + obstacle.seconds <= deadline else { throw obstacle.error }
            do { try await clock.sleep(obstacle.seconds) } catch { throw .cancelled }
        }
    }

    /// Ends a call: its failure, or nil. Returns the failure's error, with the seconds until calls of the path resume.
    @discardableResult
    func finish(_ permit: Permit, _ failure: ComicVineFailure?) -> HeroError? {
        let now = clock.now()
        let (change, isPaused, end) = limits.withLock { limits in
            let (change, isPaused) = limits.finish(permit, failure, at: now)
            return (change, isPaused, limits.history.pauses[permit.resource])
        }
        if let change {
            save()
            report(change)
        }
        guard case .pausePath = failure, let end else { return isPaused ? failure?.error : failure?.objectError }
        let seconds = end.seconds(after: now)
        if let shared { Task { await shared.pause(permit.resource, seconds: seconds) } }
        return .overBudget(retryAfter: seconds)
    }

    var advice: String? { limits.withLock { [now = clock.now()] in $0.advice(at: now) } }

    /// The remaining calls, and the seconds of the pauses, by path.
    var metrics: (remaining: [String: Int], pauses: [String: Int]) {
        limits.withLock { [now = clock.now()] in ($0.remaining(at: now), $0.pauses(at: now)) }
    }

    /// Counts the call for all machines. If they have no calls left, takes the permit back and returns the obstacle.
    private func sharedObstacle(_ permit: Permit) async -> CallLimits.Obstacle? {
        guard let shared else { return nil }
        let limit = limits.withLock { $0.limit(for: permit.caller) }
        let (seconds, pause): (Int, Date?)
        switch await shared.count(permit.resource, upTo: limit) {
        case .counted(let count):
            limits.withLock { $0.shared[permit.resource] = (count, permit.date) }
            return nil
        case .exhausted(let wait): (seconds, pause) = (wait, nil)
        case .paused(let wait): (seconds, pause) = (wait, permit.date + Double(wait))
        }
        limits.withLock { $0.takeBack(permit, pause: pause) }
        if let network = permit.network { networks.refund(network, at: permit.date) }
        return CallLimits.Obstacle(seconds: Double(seconds), error: .overBudget(retryAfter: seconds))
    }
}

extension CallBudget {
    private static let storeKey = "calls"

    func warmUp() async {
        guard shared == nil, let stored = await store?.load(Self.storeKey, at: clock.now()),
            // Another version of the program may have stored it.
            let history = try? JSONDecoder().decode(CallHistory.self, from: stored.body)
        else { return }
        limits.withLock { $0.history = history }
    }

    private func save() {
        guard shared == nil, let store else { return }
        let history = limits.withLock(\.history)
        // Plain data can always be encoded.
        guard let body = try? JSONEncoder().encode(history) else { return }
        store.save([StoredResponse(Self.storeKey, date: clock.now(), body: body)])
    }
}
