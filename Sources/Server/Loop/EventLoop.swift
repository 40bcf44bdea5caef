import Basics

/// One thread that serves connections and runs the handlers of their requests, in order of arrival.
///
/// Its state is in its `Reactor`, which never leaves the thread: other threads send it work.
final class EventLoop: TaskExecutor {
    typealias Work = @Sendable (Reactor) -> Void

    enum Item: Sendable {
        case job(UnownedJob)
        case work(Work)
    }

    private struct Inbox: Sendable {
        var items: [Item] = []
        /// True if the thread reads the inbox again before it waits.
        var isAwake = true
        var isClosed = false
    }

    let poller: Poller
    private let inbox = Locked(Inbox())

    init() throws(SystemError) {
        poller = try Poller()
    }

    /// Runs a part of a task; on Swift's global executor if the loop has ended.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !send(.job(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs work on the loop's thread, after all that was sent before; returns false if the loop has ended.
    @discardableResult
    func perform(_ work: @escaping Work) -> Bool { send(.work(work)) }

    private func send(_ item: Item) -> Bool {
        let (isAccepted, wakes) = inbox.withLock { inbox in
            guard !inbox.isClosed else { return (false, false) }
            inbox.items.append(item)
            defer { inbox.isAwake = true }
            return (true, !inbox.isAwake)
        }
        if wakes { poller.wake() }
        return isAccepted
    }

    /// Swaps the received items with an empty list; returns false if there are none.
    func collect(into items: inout [Item]) -> Bool {
        inbox.withLock { inbox in
            swap(&inbox.items, &items)
            return !items.isEmpty
        }
    }

    /// Marks the thread as awake, which saves senders the call that wakes it: it reads the inbox before it waits again.
    func stayAwake() { inbox.withLock { $0.isAwake = true } }

    /// Returns true if the thread may wait: the inbox is empty, and any new item wakes it.
    func fallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAwake = !inbox.items.isEmpty
            return !inbox.isAwake
        }
    }

    /// Closes the inbox if it is empty; returns true if the loop may end.
    func close() -> Bool {
        inbox.withLock { inbox in
            inbox.isClosed = inbox.items.isEmpty
            return inbox.isClosed
        }
    }
}
