import Synchronization

/// A limit of concurrent work per network, so that one client cannot use all of a resource: some calls of a network
/// run, some more wait in order, and others are refused.
package final class NetworkLimit: Sendable {
    private struct Calls: Sendable {
        var running = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let calls = Mutex<[[UInt8]: Calls]>([:])
    private let running: Int
    private let waiting: Int

    /// `running` and `waiting` are the calls of one network.
    package init(running: Int, waiting: Int) { (self.running, self.waiting) = (running, waiting) }

    /// Performs the work when it is its turn; returns nil if too many calls of the network already wait, or if the task
    /// was cancelled while it waited.
    package func run<Result: Sendable, Failure: Error>(
        for network: [UInt8], _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result? {
        guard await enter(network) else { return nil }
        defer { leave(network) }
        return Task.isCancelled ? nil : try await work()
    }

    private func enter(_ network: [UInt8]) async -> Bool {
        await withCheckedContinuation { turn in
            let isAllowed: Bool? = calls.withLock { calls in
                var own = calls[network] ?? Calls()
                defer { calls[network] = own }
                if own.running < running {
                    own.running += 1
                    return true
                }
                guard own.waiting.count < waiting else { return false }
                own.waiting.append(turn)
                return nil
            }
            if let isAllowed { turn.resume(returning: isAllowed) }
        }
    }

    private func leave(_ network: [UInt8]) {
        let next = calls.withLock { calls -> CheckedContinuation<Bool, Never>? in
            guard var own = calls[network] else { return nil }
            defer { calls[network] = own.running == 0 ? nil : own }
            // The next call takes the place of this one.
            if !own.waiting.isEmpty { return own.waiting.removeFirst() }
            own.running -= 1
            return nil
        }
        next?.resume(returning: true)
    }
}
