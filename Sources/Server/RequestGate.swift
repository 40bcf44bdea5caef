import Basics
import HTTP
import Synchronization

/// The gate of all requests that need more than memory. Some run at once, of each network a few; the others wait as
/// parsed requests, and the networks take turns. A client with many connections so delays only its own network.
package final class RequestGate: Sendable {
    package struct Limits: Sendable {
        /// The requests that run at once.
        package let running: Int
        package let runningPerNetwork: Int
        /// The requests that wait.
        package let waiting: Int
        package let waitingPerNetwork: Int

        /// Some seconds of requests of a busy network may wait for a process that starts.
        package init(running: Int, runningPerNetwork: Int, waiting: Int = 1024, waitingPerNetwork: Int = 256) {
            (self.running, self.runningPerNetwork) = (running, runningPerNetwork)
            (self.waiting, self.waitingPerNetwork) = (waiting, waitingPerNetwork)
        }
    }

    /// The client of a request.
    package struct Client: Sendable {
        /// The address, for the log.
        let address: String
        /// The network, which is the unit of all limits.
        let network: [UInt8]
        /// The visitor in the network. Visitors of one network take turns, too, so that those behind one address come
        /// before the many requests of another one.
        let visitor: [UInt8]

        package init(address: String, network: [UInt8], visitor: [UInt8]) {
            (self.address, self.network, self.visitor) = (address, network, visitor)
        }
    }

    /// Returns the client of a request, or nil if the request need not pass the gate.
    let client: @Sendable (Request) -> Client?
    private let line: Mutex<RequestLine>

    package init(_ limits: Limits, client: @escaping @Sendable (Request) -> Client?) {
        self.client = client
        line = Mutex(RequestLine(limits))
    }

    func enter(_ ticket: RequestLine.Ticket) -> RequestLine.Entry { line.withLock { $0.enter(ticket) } }

    /// Removes a request that waits no longer, because its connection is closed or it has timed out.
    func withdraw(_ ticket: RequestLine.Ticket) { line.withLock { $0.withdraw(ticket) } }

    /// Ends a request that ran, and starts the next one.
    func leave(_ client: Client) {
        guard let next = line.withLock({ $0.leave(client) }) else { return }
        let isSent = next.perform { connection in
            connection.runHandler(admitted: next.client)
        } else: {
            self.leave(next.client)
        }
        if !isSent { leave(next.client) }
    }

    /// The requests that wait.
    var waitingCount: Int { line.withLock(\.waiting) }

    /// Returns true if it did not in the last minute, so that an attack does not fill the log.
    func reportsRefusal(at now: MonotonicTime) -> Bool { line.withLock { $0.reportsRefusal(at: now) } }
}

/// A request's place at the gate. It is a task-local value, so all tasks that the request starts keep it, such as calls
/// of the source that go on after the response; the last one to end frees the place.
final class Admission: Sendable {
    @TaskLocal static var current: Admission?

    private let gate: RequestGate
    private let client: RequestGate.Client

    init(_ gate: RequestGate, _ client: RequestGate.Client) { (self.gate, self.client) = (gate, client) }

    deinit { gate.leave(client) }
}
