import Basics
import Glibc
import HTTP
import Synchronization

/// Serves HTTP/1.1 on a TCP port.
package final class Server: Sendable {
    private enum State {
        case idle
        case running([EventLoop])
        case stopped
    }

    private let service: Service
    private let accept: Listener.Accept
    private let state = Mutex(State.idle)

    /// The handlers run on the threads that serve connections, so they may not block them; the prompt one is asked first.
    package convenience init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
        immediateHandler: @escaping ImmediateHandler = { _ in nil }, handler: @escaping Handler
    ) {
        self.init(
            configuration, log: log, accept: Listener.systemAccept, immediateHandler: immediateHandler, handler: handler
        )
    }

    init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void,
        accept: @escaping Listener.Accept, immediateHandler: @escaping ImmediateHandler = { _ in nil },
        handler: @escaping Handler
    ) {
        service = Service(configuration, log: log, immediateHandler: immediateHandler, handler: handler)
        self.accept = accept
    }

    /// Listens and serves until `stop`; returns the port. A server starts once.
    package func start() throws(ServerError) -> UInt16 {
        try state.withLock { state throws(ServerError) in
            guard case .idle = state else { throw .alreadyStarted }
            let listeners = try Listener.all(service.configuration, accept: accept)
            limit(by: Descriptors(raisedTo: service.configuration.connectionLimit + Descriptors.reserve))
            let loops = try startLoops()
            loops.first?.perform { $0.startAccepting(Accepting(listeners: listeners, loops: loops)) }
            state = .running(loops)
            return listeners.first?.port ?? 0
        }
    }

    /// Takes no more connections and requests, lets running answers finish in the drain time, and returns when every
    /// connection is closed.
    package func stop() async {
        let loops = state.withLock { state -> [EventLoop] in
            defer { state = .stopped }
            if case .running(let loops) = state { return loops }
            return []
        }
        guard let accepting = loops.first else { return }
        // First of all, so that nothing is given to a loop that is done.
        await accepting.finish { reactor, whenDone in
            reactor.stopAccepting()
            whenDone()
        }
        await withDiscardingTaskGroup { group in
            for loop in loops { group.addTask { await loop.finish { $0.drain(whenDone: $1) } } }
        }
    }

    /// How it stands with connections.
    package var figures: ServerFigures { service.figures }

    /// Takes no more connections than there are descriptors for.
    func limit(by descriptors: Descriptors) { service.limit(by: descriptors) }

    private func startLoops() throws(ServerError) -> [EventLoop] {
        var loops: [EventLoop] = []
        do throws(SystemError) {
            for _ in 0..<max(1, service.configuration.eventLoops) {
                let loop = try EventLoop()
                try SystemThread(named: "server") { [service] in Reactor(loop: loop, service: service).run() }.detach()
                loops.append(loop)
            }
        } catch {
            for loop in loops { loop.perform { $0.drain {} } }
            throw .system(reason: error.description)
        }
        return loops
    }
}

extension EventLoop {
    /// Performs work and waits until it says that it is done.
    fileprivate func finish(_ work: @escaping @Sendable (Reactor, @escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in
            if !perform({ reactor in work(reactor) { continuation.resume() } }) { continuation.resume() }
        }
    }
}
