import Dispatch
import Glibc
import Heroes

/// Threads for work that blocks, so that it never holds up those on which Swift's tasks run.
///
/// Threads that wait for the disk at the same time share its syncs, so there may be many; they are started as the work
/// asks for them.
final class WorkerThreads: Sendable {
    private let queue: JobQueue

    /// Throws where not even one thread can be had. The threads end once this is released and the work handed over
    /// before is done.
    init(limit: Int) throws(FavouritesError) {
        queue = JobQueue(limit: limit)
        try queue.startThread()
    }

    deinit { queue.end() }

    /// Has the job done after those handed over before.
    func run(_ job: @escaping @Sendable () -> Void) { queue.add(job) }
}

/// Jobs in the order in which they came, and how many threads do them.
private final class JobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var waiting: [Job?] = []
        var next = 0
        var threads = 0
        /// Threads that wait, less the jobs that they will take.
        var idle = 0
    }

    private let state = Locked(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func add(_ job: @escaping Job) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            state.idle -= 1
            guard state.idle < 0, state.threads < limit else { return false }
            state.threads += 1
            state.idle += 1
            return true
        }
        arrivals.signal()
        // Where no more threads are to be had, those that there are do the work.
        if needsThread { try? startCountedThread() }
    }

    /// Has every thread end when nothing is left to do.
    func end() {
        let threads = state.withLock { $0.threads }
        for _ in 0..<threads { arrivals.signal() }
    }

    func startThread() throws(FavouritesError) {
        state.withLock { state in
            state.threads += 1
            state.idle += 1
        }
        try startCountedThread()
    }

    private func startCountedThread() throws(FavouritesError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let error = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            context.release()
            state.withLock { state in
                state.threads -= 1
                state.idle -= 1
            }
            throw .unavailable("no thread for the store: \(String(cString: strerror(error)))")
        }
    }

    /// Does jobs until told to end.
    private func work() {
        // Signals are for the thread that handles them, but for the faults that `FileWindow` mends.
        var all = sigset_t()
        sigfillset(&all)
        sigdelset(&all, SIGBUS)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        while let job = next() {
            job()
            state.withLock { $0.idle += 1 }
        }
    }

    /// Nil at the end.
    private func next() -> Job? {
        arrivals.wait()
        return state.withLock { state in
            guard state.next < state.waiting.count else { return nil }
            let job = state.waiting[state.next]
            state.waiting[state.next] = nil
            state.next += 1
            if state.next > 1024, state.next * 2 > state.waiting.count {
                state.waiting.removeFirst(state.next)
                state.next = 0
            }
            return job
        }
    }
}
