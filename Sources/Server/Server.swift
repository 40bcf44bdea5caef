import Basics
import Glibc
import HTTP
import Synchronization

/// An HTTP/1.1 server on a TCP port.
package final class Server: Sendable {
    private enum State {
        case idle
        case running([EventLoop])
        case stopped
    }

    let shared: ServerState
    private let state = Mutex(State.idle)

    /// Creates a server. The handlers run on the threads that serve connections, so they must not block; the immediate
    /// handler is called first.
    package init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
        immediateHandler: @escaping ImmediateHandler = { _ in nil }, handler: @escaping Handler
    ) {
        shared = ServerState(configuration, log: log, immediateHandler: immediateHandler, handler: handler)
    }

    /// Listens and serves until `stop`; returns the port. A server starts once.
    @discardableResult
    package func start(on bound: BoundAddress? = nil) throws(ServerError) -> UInt16 {
        try state.withLock { state throws(ServerError) in
            guard case .idle = state else { throw .alreadyStarted }
            let listeners = if let bound { bound.listeners } else { try Listener.all(shared.configuration) }
            for listener in listeners { try listener.listen() }
            shared.limitConnections(
                to: FileDescriptorLimit(raisingTo: shared.configuration.connectionLimit + FileDescriptorLimit.reserve))
            let loops = try startLoops()
            loops.first?.perform { $0.startAccepting(AcceptState(listeners: listeners, loops: loops)) }
            state = .running(loops)
            return listeners.first?.port ?? 0
        }
    }

    /// Stops accepting connections and requests, lets running responses finish within the drain timeout, and returns
    /// when every connection is closed.
    package func stop() async {
        let loops = state.withLock { state -> [EventLoop] in
            defer { state = .stopped }
            if case .running(let loops) = state { return loops }
            return []
        }
        guard let acceptLoop = loops.first else { return }
        // First, so that no connection is sent to a loop that has ended.
        await acceptLoop.finish { reactor, whenDone in
            reactor.stopAccepting()
            whenDone()
        }
        await withDiscardingTaskGroup { group in
            for loop in loops { group.addTask { await loop.finish { $0.drain(whenDone: $1) } } }
        }
    }

    /// The counters of connections and timeouts.
    package var metrics: ServerMetrics { shared.metrics }

    private func startLoops() throws(ServerError) -> [EventLoop] {
        var loops: [EventLoop] = []
        do throws(SystemError) {
            for _ in 0..<shared.loopCount {
                let loop = try EventLoop()
                try SystemThread(named: "server") { [shared] in Reactor(loop: loop, shared: shared).run() }.detach()
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
    /// Performs work and waits until it calls back.
    fileprivate func finish(_ work: @escaping @Sendable (Reactor, @escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in
            if !perform({ reactor in work(reactor) { continuation.resume() } }) { continuation.resume() }
        }
    }
}

/// The sockets of a server that does not listen yet: an address that another program uses is known before long work.
package struct BoundAddress: Sendable {
    let listeners: [Listener]

    package init(_ configuration: ServerConfiguration) throws(ServerError) {
        listeners = try Listener.all(configuration)
    }

    /// The host and port of the first socket.
    package var host: String { listeners.first?.host ?? "" }
    package var port: UInt16 { listeners.first?.port ?? 0 }
}

/// The reasons for which a server cannot start, each with a remedy.
package enum ServerError: Error, Equatable, CustomStringConvertible {
    case invalidHost(host: String)
    case portInUse(host: String, port: UInt16)
    case portNotPermitted(port: UInt16)
    case hostUnavailable(host: String)
    case alreadyStarted
    case notListening(descriptor: Int32)
    /// Any other error of the system.
    case system(reason: String)

    package var description: String {
        switch self {
        case .invalidHost(let host):
            "Cannot listen on \(host): not an IP address. Give 127.0.0.1, ::1, 0.0.0.0, ::, localhost or another IP address."
        case .portInUse(let host, let port):
            "Cannot listen on port \(port) of \(host): in use. Stop the program that listens there, or give another port."
        case .portNotPermitted(let port):
            "Cannot listen on port \(port): permission denied. Give a port from 1024 on, or grant the right to bind lower ones."
        case .hostUnavailable(let host):
            "Cannot listen on \(host): no address of this machine. Give one that is, or 127.0.0.1."
        case .alreadyStarted:
            "The server was already started: create a new one."
        case .notListening(let descriptor):
            "Descriptor \(descriptor) of LISTEN_FDS is no listening TCP socket. ListenStream= of the socket unit must be an IP address with a port."
        case .system(let reason):
            "Cannot listen: \(reason)."
        }
    }
}
