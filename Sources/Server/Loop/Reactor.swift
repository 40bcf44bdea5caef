import Basics
import Glibc
import HTTP

/// What a loop's thread owns: its connections, their deadlines, and on one loop the listeners.
final class Reactor {
    /// Rounds of work between two looks at the sockets, so that neither starves.
    private static let rounds = 16
    private static let receiveSize = 64 * 1024

    let loop: EventLoop
    let service: Service
    var configuration: ServerConfiguration { service.configuration }
    /// The time as of this turn.
    private(set) var now = MonotonicTime.now
    /// Where every connection of the loop receives into.
    var received = [UInt8](repeating: 0, count: Reactor.receiveSize)
    /// Where the heads of answers are made.
    var headBytes: [UInt8] = []
    var dateField = DateField()
    let limits: TimeLimits

    var connections = ConnectionTable()
    /// Connections that changed in this turn.
    private var changed: [Connection] = []
    private var deadlines = DeadlineWatch()
    /// Handlers that have not come back, with or without their connection.
    var runningTasks = 0
    var accepting: Accepting?
    /// The end of the loop: what runs may finish until the deadline.
    var draining: (deadline: MonotonicTime, whenDone: (@Sendable () -> Void)?)?

    init(loop: EventLoop, service: Service) {
        self.loop = loop
        self.service = service
        limits = TimeLimits(service.configuration)
    }

    func run() {
        var events = Poller.Events()
        var items: [EventLoop.Item] = []
        while !isDone || !loop.end() {
            let timeout = loop.fallAsleep() ? deadlines.timeout(from: .now) : 0
            loop.poller.wait(milliseconds: timeout, into: &events)
            loop.stayAwake()
            now = .now
            for index in 0..<events.count { if let event = events[index] { handle(event) } }
            var rounds = 0
            while rounds < Self.rounds, loop.collect(into: &items) {
                for item in items { perform(item) }
                items.removeAll(keepingCapacity: true)
                rounds += 1
            }
            settle()
            // Not before: a connection that has yet to send has no deadline.
            if deadlines.isDue(now) {
                checkDeadlines()
                settle()
            }
        }
    }

    /// Has the connection send and read on at the end of this turn.
    func markChanged(_ connection: Connection) {
        guard !connection.isChanged else { return }
        connection.isChanged = true
        changed.append(connection)
    }

    func watch(_ deadline: MonotonicTime) { deadlines.watch(deadline) }

    private var isDone: Bool { draining != nil && connections.isEmpty && runningTasks == 0 }

    private func handle(_ event: Poller.Event) {
        if event.key == Accepting.key {
            accept()
        } else {
            connections[ConnectionID(key: event.key)]?.handle(event)
        }
    }

    private func perform(_ item: EventLoop.Item) {
        switch item {
        case .job(let job): job.runSynchronously(on: loop.asUnownedTaskExecutor())
        case .work(let work): work(self)
        }
    }

    private func settle() {
        // Settling changes no other connection, but may change the same one again.
        var index = 0
        while index < changed.count {
            changed[index].isChanged = false
            changed[index].settle()
            index += 1
        }
        changed.removeAll(keepingCapacity: true)
        if connections.isEmpty { finishDraining() }
    }

    private func checkDeadlines() {
        deadlines.begin(now)
        if let resume = accepting?.resumesAt {
            resume <= now ? resumeAccepting() : watch(resume)
        }
        if let draining {
            draining.deadline <= now ? cutConnections() : watch(draining.deadline)
        }
        for connection in connections.all {
            if connection.deadline <= now { connection.deadlineIsOver() }
            if connection.deadline != .never { watch(connection.deadline) }
        }
    }
}
