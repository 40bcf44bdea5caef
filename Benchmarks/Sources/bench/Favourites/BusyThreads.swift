import Foundation
import Synchronization

/// Threads that do one thing over and over, each when its last is done.
struct BusyThreads: Sendable {
    /// What a thread does for the time of that number; tells from when on it counts.
    let act: @Sendable (_ thread: Int, _ number: Int) throws -> ContinuousClock.Instant

    /// What the threads reached together.
    func result(threads: Int, seconds: Double) throws -> ToggleRun.Result {
        let times = Mutex<[Double]>([])
        let failure = Mutex<Unmeasurable?>(nil)
        let group = DispatchGroup()
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                do {
                    let ownTimes = try act(thread, until: end)
                    times.withLock { $0 += ownTimes }
                } catch {
                    failure.withLock { $0 = Unmeasurable("\(error)") }
                }
                group.leave()
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return try ToggleRun.Result(times.withLock { $0 }, in: ContinuousClock.now - start)
    }

    private func act(_ thread: Int, until end: ContinuousClock.Instant) throws -> [Double] {
        var times: [Double] = []
        while ContinuousClock.now < end {
            let start = try act(thread, times.count)
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times
    }
}
