import Basics
import Glibc
import HTTP

/// The state of a loop's thread: its connections, their deadlines, and on one loop the listeners.
final class Reactor {
    /// The number of batches of work between two polls of the sockets, so that neither starves.
    private static let batchLimit = 16
    private static let receiveSize = 64 * 1024

    let loop: EventLoop
    let shared: ServerState
    var configuration: ServerConfiguration { shared.configuration }
    /// The time at the start of this turn.
    private(set) var now = MonotonicTime.now
    /// The receive buffer of all connections of the loop.
    var receiveBuffer = [UInt8](repeating: 0, count: Reactor.receiveSize)
    /// The buffer in which response heads are composed.
    var headBytes: [UInt8] = []
    var dateField = DateField()
    let timeouts: Timeouts

    var connections = ConnectionTable()
    /// The connections with an update scheduled in this turn.
    private var pendingUpdates: [Connection] = []
    private var deadlines = DeadlineTimer()
    /// The bytes of output of all connections that wait to be sent.
    var pendingOutput = 0
    /// The number of handlers that have not returned, with or without their connection.
    var runningTasks = 0
    /// The number of those without: each counts as a connection, since otherwise clients that send requests and
    /// disconnect could have any number of them run.
    var detachedHandlers = 0
    /// The number of connections that are open only until their 503 is sent.
    var rejectedConnections = 0
    /// True if the last connection was over the limit; only the first of a series is logged.
    var isAtLimit = false
    var acceptState: AcceptState?
    /// The shutdown of the loop: running responses may finish until the deadline.
    var draining: (deadline: MonotonicTime, whenDone: (@Sendable () -> Void)?)?

    init(loop: EventLoop, shared: ServerState) {
        self.loop = loop
        self.shared = shared
        timeouts = Timeouts(shared.configuration)
    }

    func run() {
        var events = Poller.Events()
        var items: [EventLoop.Item] = []
        while !isDone || !loop.close() {
            let timeout = loop.fallAsleep() ? deadlines.timeout(from: .now) : 0
            loop.poller.wait(milliseconds: timeout, into: &events)
            loop.stayAwake()
            now = .now
            for index in 0..<events.count { if let event = events[index] { handle(event) } }
            var batches = 0
            while batches < Self.batchLimit, loop.collect(into: &items) {
                for item in items { perform(item) }
                items.removeAll(keepingCapacity: true)
                batches += 1
            }
            updateConnections()
            // Not before: a connection that has yet to send has no deadline.
            if deadlines.isDue(now) {
                checkDeadlines()
                updateConnections()
            }
        }
    }

    /// Schedules an update of the connection for the end of this turn.
    func setNeedsUpdate(_ connection: Connection) {
        guard !connection.needsUpdate else { return }
        connection.needsUpdate = true
        pendingUpdates.append(connection)
    }

    func scheduleCheck(at deadline: MonotonicTime) { deadlines.schedule(deadline) }

    private var isDone: Bool { draining != nil && connections.isEmpty && runningTasks == 0 }

    private func handle(_ event: Poller.Event) {
        if event.key == AcceptState.key {
            accept()
        } else {
            connections[event.key]?.handle(event)
        }
    }

    private func perform(_ item: EventLoop.Item) {
        switch item {
        case .job(let job): job.runSynchronously(on: loop.asUnownedTaskExecutor())
        case .work(let work): work(self)
        }
    }

    private func updateConnections() {
        // An update changes no other connection, but may schedule the same one again.
        var index = 0
        while index < pendingUpdates.count {
            pendingUpdates[index].needsUpdate = false
            pendingUpdates[index].update()
            index += 1
        }
        pendingUpdates.removeAll(keepingCapacity: true)
        if pendingOutput > configuration.totalOutputLimit / shared.loopCount { closeSlowest() }
        if connections.isEmpty { finishDraining() }
    }

    /// Closes the connections with output that has been pending for longest, until half of the limit is free.
    private func closeSlowest() {
        let limit = configuration.totalOutputLimit / shared.loopCount / 2
        let slow = connections.all.filter { !$0.output.isEmpty }.sorted { $0.blockedSince < $1.blockedSince }
        for connection in slow where pendingOutput > limit { connection.timeOut() }
    }

    private func checkDeadlines() {
        deadlines.begin(now)
        if let resume = acceptState?.resumeTime {
            resume <= now ? resumeAccepting() : scheduleCheck(at: resume)
        }
        if let draining {
            draining.deadline <= now ? abortConnections() : scheduleCheck(at: draining.deadline)
        }
        for connection in connections.all {
            if connection.deadline <= now { connection.timeOut() }
            if connection.deadline != .never { scheduleCheck(at: connection.deadline) }
        }
    }
}

extension Reactor {
    /// Closes idle connections, lets running responses finish, and then calls `whenDone`.
    func drain(whenDone: @escaping @Sendable () -> Void) {
        let deadline = now + configuration.drainTimeout
        draining = (deadline, whenDone)
        scheduleCheck(at: deadline)
        for connection in connections.all { connection.drain() }
        if connections.isEmpty { finishDraining() }
    }

    func abortConnections() {
        shared.log(.drainTimedOut(connections: connections.count))
        for connection in connections.all {
            connection.task?.cancel()
            connection.refuseForStop()
            connection.abort()
        }
        finishDraining()
    }

    /// Calls `whenDone` once; all connections are closed.
    func finishDraining() {
        draining?.whenDone?()
        draining?.whenDone = nil
    }
}

/// The time of the next check of all deadlines. They are checked together and seldom, since most are moved before they
/// pass.
struct DeadlineTimer {
    /// The shortest time between two checks, and so the greatest delay of a timeout.
    private static let interval: Duration = .milliseconds(100)

    private var last = MonotonicTime(milliseconds: 0)
    private var next = MonotonicTime.never

    mutating func schedule(_ deadline: MonotonicTime) {
        if deadline < next { next = max(deadline, last + Self.interval) }
    }

    func isDue(_ now: MonotonicTime) -> Bool { next <= now }

    /// Begins a check; deadlines that have not passed have to be scheduled again.
    mutating func begin(_ now: MonotonicTime) {
        last = now
        next = .never
    }

    /// Returns the milliseconds to wait; -1 is without limit.
    func timeout(from now: MonotonicTime) -> Int32 {
        next == .never ? -1 : Int32(clamping: max(0, next.milliseconds - now.milliseconds))
    }
}
