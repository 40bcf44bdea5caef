import Basics
import HTTPTypes

/// The requests at the gate: the number of those that run, and those that wait, in a line for each network.
struct RequestLine: Sendable {
    /// A request that waits: the loop, the connection and the number of the exchange.
    struct Ticket: Sendable {
        let client: RequestGate.Client
        let loop: EventLoop
        let connection: ConnectionID
        let exchange: UInt64
        /// The round in which it is this request's turn in its network: each visitor has one request in a round.
        fileprivate(set) var round = 0

        init(_ client: RequestGate.Client, _ loop: EventLoop, _ connection: ConnectionID, _ exchange: UInt64) {
            (self.client, self.loop, self.connection, self.exchange) = (client, loop, connection, exchange)
        }

        /// Performs work on the connection if it still waits for this request's response; returns false if its loop has
        /// ended.
        @discardableResult
        func perform(_ work: @escaping @Sendable (Connection) -> Void, else: @escaping @Sendable () -> Void = {})
            -> Bool
        {
            loop.perform { reactor in
                guard let connection = reactor.connections[connection], connection.exchange == exchange else {
                    return `else`()
                }
                work(connection)
            }
        }

        func isSame(as other: Ticket) -> Bool {
            loop === other.loop && connection == other.connection && exchange == other.exchange
        }
    }

    enum Entry: Sendable {
        case running
        /// The request waits; one that came before it may have lost its place, for a visitor with fewer requests.
        case waiting(displaced: Ticket?)
        /// The line of the network is full (429), or there are too many lines (503).
        case refused(HTTPResponse.Status)
    }

    private struct Network: Sendable {
        var running = 0
        /// The requests that wait, in order of their rounds.
        var line: [Ticket] = []
        /// The round of the last request that left the line.
        var round = 0
    }

    private let limits: RequestGate.Limits
    private var networks: [[UInt8]: Network] = [:]
    /// The networks with a line, that which has waited longest for its turn first.
    private var turns: [[UInt8]] = []
    private var running = 0
    private(set) var waiting = 0
    private var nextReport = MonotonicTime(milliseconds: 0)

    init(_ limits: RequestGate.Limits) { self.limits = limits }

    mutating func enter(_ ticket: Ticket) -> Entry {
        let key = ticket.client.network
        var network = networks[key] ?? Network()
        // Requests that wait do so for their own network, unless all places are taken.
        if running < limits.running, network.running < limits.runningPerNetwork {
            running += 1
            network.running += 1
            networks[key] = network
            return .running
        }
        guard waiting < limits.waiting else { return .refused(.serviceUnavailable) }
        var ticket = ticket
        let previous = network.line.last { $0.client.visitor == ticket.client.visitor }
        ticket.round = (previous?.round ?? network.round) + 1
        var displaced: Ticket?
        if network.line.count >= limits.waitingPerNetwork {
            guard let last = network.line.last, last.round > ticket.round else { return .refused(.tooManyRequests) }
            displaced = network.line.removeLast()
            waiting -= 1
        }
        if network.line.isEmpty { turns.append(key) }
        let index = network.line.firstIndex { $0.round > ticket.round } ?? network.line.endIndex
        network.line.insert(ticket, at: index)
        waiting += 1
        networks[key] = network
        return .waiting(displaced: displaced)
    }

    /// Ends a request, and returns the one that runs in its place.
    mutating func leave(_ client: RequestGate.Client) -> Ticket? {
        running -= 1
        networks[client.network]?.running -= 1
        removeIfIdle(client.network)
        guard let index = turns.firstIndex(where: { (networks[$0]?.running ?? 0) < limits.runningPerNetwork }) else {
            return nil
        }
        let key = turns.remove(at: index)
        guard var network = networks[key] else { return nil }
        let next = network.line.removeFirst()
        if !network.line.isEmpty { turns.append(key) }
        network.round = next.round
        network.running += 1
        networks[key] = network
        running += 1
        waiting -= 1
        return next
    }

    mutating func withdraw(_ ticket: Ticket) {
        let key = ticket.client.network
        guard let index = networks[key]?.line.firstIndex(where: ticket.isSame) else { return }
        networks[key]?.line.remove(at: index)
        waiting -= 1
        if networks[key]?.line.isEmpty == true { turns.removeAll { $0 == key } }
        removeIfIdle(key)
    }

    mutating func reportsRefusal(at now: MonotonicTime) -> Bool {
        guard now >= nextReport else { return false }
        nextReport = now + .seconds(60)
        return true
    }

    private mutating func removeIfIdle(_ key: [UInt8]) {
        if let network = networks[key], network.running == 0, network.line.isEmpty { networks[key] = nil }
    }
}
