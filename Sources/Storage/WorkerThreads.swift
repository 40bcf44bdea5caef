import Dispatch
import Glibc
import Heroes
import Synchronization

/// A few threads for work that blocks, so that it never holds up those on which Swift's tasks run.
final class WorkerThreads: Sendable {
    private let queue = JobQueue()
    private let count: Int

    /// The threads end once this is released and the work handed over before is done.
    init(count: Int) throws(FavouritesError) {
        self.count = count
        for _ in 0..<count { try Self.start(serving: queue) }
    }

    deinit { for _ in 0..<count { queue.add(nil) } }

    /// Has the job done after those handed over before.
    func run(_ job: @escaping @Sendable () -> Void) { queue.add(job) }

    private static func start(serving queue: JobQueue) throws(FavouritesError) {
        let context = Unmanaged.passRetained(queue)
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            context.release()
            throw .unavailable("no thread for the store: \(String(cString: strerror(error)))")
        }
        pthread_detach(thread)
    }
}

/// Jobs in the order in which they came; nil ends one thread.
private final class JobQueue: Sendable {
    private typealias Job = @Sendable () -> Void

    private let jobs = Mutex<(waiting: [Job?], next: Int)>(([], 0))
    private let arrivals = DispatchSemaphore(value: 0)

    func add(_ job: (@Sendable () -> Void)?) {
        jobs.withLock { $0.waiting.append(job) }
        arrivals.signal()
    }

    /// Does jobs until told to end.
    func work() {
        // Signals are for the thread that handles them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        while let job = next() { job() }
    }

    private func next() -> Job? {
        arrivals.wait()
        return jobs.withLock { jobs in
            let job = jobs.waiting[jobs.next]
            jobs.waiting[jobs.next] = nil
            jobs.next += 1
            if jobs.next > 1024, jobs.next * 2 > jobs.waiting.count {
                jobs.waiting.removeFirst(jobs.next)
                jobs.next = 0
            }
            return job
        }
    }
}
