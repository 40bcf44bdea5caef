import Heroes
import Synchronization

/// A value that an operation produces, now or later.
struct Pending<Value: Sendable>: Sendable {
    private let task: Task<Value, Never>
    private let result = Box()

    private final class Box: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Starts the operation on this thread. If all that it needs is in memory, the value is there when this returns.
    init(_ operation: @escaping @Sendable () async -> Value) {
        task = Task.immediate { [result] in
            let value = await operation()
            result.value.withLock { $0 = value }
            return value
        }
    }

    /// The value, without a timeout.
    var value: Value { get async { await task.value } }

    /// Returns the value, or nil after the timeout. The operation continues in both cases.
    func value(within timeout: Duration) async -> Value? {
        if let value = result.value.withLock({ $0 }) { return value }
        let (first, race) = AsyncStream.makeStream(of: Value?.self, bufferingPolicy: .bufferingOldest(1))
        let timer = Task {
            // The sleep is cancelled if the value arrives first.
            try? await Task.sleep(for: timeout)
            race.yield(nil)
        }
        Task {
            race.yield(await task.value)
            timer.cancel()
        }
        return await first.first { _ in true } ?? nil
    }

    func cancel() { task.cancel() }
}

extension Visit {
    /// Returns the value if it arrives before the deadline, otherwise nil; without a deadline waits for it.
    ///
    /// HEAD, a prefetch and a client that prefers JSON always wait: there is no body to send early, or only the final
    /// status counts.
    func value<Value>(of pending: Pending<Value>, by deadline: ContinuousClock.Instant?) async -> Value? {
        guard let deadline, request.method != .head, !request.isPrefetch, !prefersJSON else {
            return await pending.value
        }
        return await pending.value(within: max(.zero, deadline - .now))
    }

    /// The time until which a page that is requested now may wait for its source.
    var deadline: ContinuousClock.Instant { .now + configuration.streamingDelay(for: source.typicalLatency) }
}

extension SiteConfiguration {
    /// The time for a result from the cache on a busy machine.
    private static var cacheHitDelay: Duration { .milliseconds(10) }

    /// Returns the time that a page waits for a source with this latency: a third of `streamingDelay` for a fast
    /// source, so that the page does not stay blank if the source stops answering, all of it for a source that needs
    /// it, and hardly any for a source that needs more.
    func streamingDelay(for typicalLatency: Duration?) -> Duration {
        switch typicalLatency {
        case let typicalLatency? where typicalLatency > streamingDelay: min(streamingDelay, Self.cacheHitDelay)
        case let typicalLatency? where typicalLatency > streamingDelay / 3: streamingDelay
        default: streamingDelay / 3
        }
    }
}
