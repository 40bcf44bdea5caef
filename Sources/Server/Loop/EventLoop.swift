import Basics

/// One thread that serves connections and runs the handlers of their requests, in the order things arrive.
///
/// Everything it owns is in its `Reactor`, which never leaves the thread: others send it work.
final class EventLoop: TaskExecutor {
    typealias Work = @Sendable (Reactor) -> Void

    enum Item: Sendable {
        case job(UnownedJob)
        case work(Work)
    }

    private struct Inbox: Sendable {
        var items: [Item] = []
        /// The thread looks into the inbox again before it waits.
        var isAwake = true
        var isOver = false
    }

    let poller: Poller
    private let inbox = Locked(Inbox())

    init() throws(SystemError) {
        poller = try Poller()
    }

    /// Runs a part of a task; on Swift's own threads once the loop's has ended.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !send(.job(job)) { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs work on the loop's thread, after all that was sent before; false where the loop has ended.
    @discardableResult
    func perform(_ work: @escaping Work) -> Bool { send(.work(work)) }

    private func send(_ item: Item) -> Bool {
        let (isTaken, wakes) = inbox.withLock { inbox in
            guard !inbox.isOver else { return (false, false) }
            inbox.items.append(item)
            defer { inbox.isAwake = true }
            return (true, !inbox.isAwake)
        }
        if wakes { poller.wake() }
        return isTaken
    }

    /// What has arrived, in exchange for an empty list to gather the next in; false where nothing has.
    func collect(into items: inout [Item]) -> Bool {
        inbox.withLock { inbox in
            swap(&inbox.items, &items)
            return !items.isEmpty
        }
    }

    /// Spares senders the call that wakes the thread, since it looks into the inbox before it waits again.
    func stayAwake() {
        inbox.withLock { $0.isAwake = true }
    }

    /// Whether the thread may wait: nothing has arrived since it last looked, and whatever arrives now wakes it.
    func fallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAwake = !inbox.items.isEmpty
            return !inbox.isAwake
        }
    }

    /// Whether the loop may end: nothing has arrived, and nothing is taken any more.
    func end() -> Bool {
        inbox.withLock { inbox in
            inbox.isOver = inbox.items.isEmpty
            return inbox.isOver
        }
    }
}
