import Foundation
import Synchronization

/// The durations of the actions of a round.
struct Latencies {
    /// Actions a second, of all clients together.
    let rate: Double
    /// Seconds, sorted.
    private let times: [Double]

    private init(_ times: [Double], since start: ContinuousClock.Instant) throws {
        guard !times.isEmpty else { throw BenchmarkError("not one action was completed") }
        rate = Double(times.count) / ((ContinuousClock.now - start) / .seconds(1))
        self.times = times.sorted()
    }

    /// Returns the time within which so many of a hundred actions were completed.
    func percentile(_ percent: Int) -> Double { times[min(times.count - 1, times.count * percent / 100)] }

    /// Repeats an action in several tasks, each as fast as the last one is done.
    static func ofTasks(
        _ count: Int, seconds: Double, _ act: @escaping @Sendable (_ task: Int) async throws -> Void
    ) async throws -> Latencies {
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup { tasks in
            for task in 0..<count {
                tasks.addTask {
                    var times: [Double] = []
                    while ContinuousClock.now < start + .seconds(seconds) {
                        let begin = ContinuousClock.now
                        try await act(task)
                        times.append((ContinuousClock.now - begin) / .seconds(1))
                    }
                    return times
                }
            }
            return try await tasks.reduce(into: [Double]()) { $0 += $1 }
        }
        return try Latencies(times, since: start)
    }

    /// Repeats an action that blocks in several threads.
    static func ofThreads(
        _ count: Int, seconds: Double, _ act: @escaping @Sendable (_ thread: Int) throws -> Void
    ) throws -> Latencies {
        let results = Mutex<[Result<[Double], any Error>]>([])
        let group = DispatchGroup()
        let start = ContinuousClock.now
        for thread in 0..<count {
            group.enter()
            Thread.detachNewThread {
                let result = Result {
                    var times: [Double] = []
                    while ContinuousClock.now < start + .seconds(seconds) {
                        let begin = ContinuousClock.now
                        try act(thread)
                        times.append((ContinuousClock.now - begin) / .seconds(1))
                    }
                    return times
                }
                results.withLock { $0.append(result) }
                group.leave()
            }
        }
        group.wait()
        return try Latencies(results.withLock { $0 }.flatMap { try $0.get() }, since: start)
    }
}
