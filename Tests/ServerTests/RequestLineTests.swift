import Basics
import Testing

@testable import Server

@Suite("The line of requests at the gate")
struct RequestLineTests {
    /// A line that names requests by network, visitor and number, such as "a1 3".
    private struct Line {
        var line: RequestLine
        private let loop: EventLoop
        private var names: [ConnectionID: String] = [:]

        init(running: Int, perNetwork: Int, waiting: Int = 100, waitingPerNetwork: Int = 100) throws {
            loop = try EventLoop()
            line = RequestLine(
                RequestGate.Limits(
                    running: running, runningPerNetwork: perNetwork, waiting: waiting,
                    waitingPerNetwork: waitingPerNetwork))
        }

        private func ticket(_ name: String) -> RequestLine.Ticket {
            let bytes = Array(name.utf8)
            let client = RequestGate.Client(address: "", network: [bytes[0]], visitor: [bytes[1]])
            return RequestLine.Ticket(client, loop, UInt64(names.first { $0.value == name }?.key ?? 0), 1)
        }

        /// Returns "running", "waiting", the name of the request that lost its place, or the status of a refusal.
        mutating func enter(_ name: String) -> String {
            names[UInt64(names.count + 1)] = name
            return switch line.enter(ticket(name)) {
            case .running: "running"
            case .waiting(nil): "waiting"
            case .waiting(let displaced?): names[displaced.connection] ?? ""
            case .refused(let status): String(status.code)
            }
        }

        mutating func enter(_ names: [String]) -> [String] { names.map { enter($0) } }

        mutating func leave(_ name: String) -> String? {
            line.leave(ticket(name).client).flatMap { names[$0.connection] }
        }

        /// Returns the requests that run after this one, each when the one before it ends.
        mutating func remaining(after name: String) -> [String] {
            var names: [String] = []
            while let next = leave(names.last ?? name) { names.append(next) }
            return names
        }

        mutating func withdraw(_ name: String) { line.withdraw(ticket(name)) }
    }

    @Test("a network runs a few requests, and the others wait until one of them ends")
    func perNetwork() throws {
        var line = try Line(running: 10, perNetwork: 2)
        #expect(line.enter(["a1 1", "a1 2", "a1 3", "b1 1"]) == ["running", "running", "waiting", "running"])
        #expect(line.leave("b1 1") == nil)
        #expect(line.leave("a1 1") == "a1 3")
        #expect(line.leave("a1 2") == nil)
        #expect(line.enter("a1 4") == "running")
    }

    @Test("networks take turns")
    func turns() throws {
        var line = try Line(running: 1, perNetwork: 1)
        #expect(line.enter("a1 1") == "running")
        #expect(Set(line.enter(["a1 2", "a1 3", "a1 4", "b1 1", "b1 2", "c1 1"])) == ["waiting"])
        #expect(line.remaining(after: "a1 1") == ["a1 2", "b1 1", "c1 1", "a1 3", "b1 2", "a1 4"])
    }

    @Test("visitors of one network take turns, so that one with many requests delays no other")
    func visitors() throws {
        var line = try Line(running: 9, perNetwork: 1)
        _ = line.enter(["a1 1", "a1 2", "a1 3", "a1 4", "a2 1", "a2 2", "a3 1"])
        #expect(line.remaining(after: "a1 1") == ["a1 2", "a2 1", "a3 1", "a1 3", "a2 2", "a1 4"])
    }

    @Test("a full line refuses a network, but one with few requests takes the place of the last one")
    func fullLine() throws {
        var line = try Line(running: 9, perNetwork: 1, waitingPerNetwork: 3)
        #expect(line.enter(["a1 1", "a1 2", "a1 3", "a1 4"]) == ["running", "waiting", "waiting", "waiting"])
        #expect(line.enter("a1 5") == "429")
        #expect(line.enter("a2 1") == "a1 4")
        #expect(line.enter("a2 2") == "429")
        #expect(line.enter("b1 1") == "running")
        #expect(line.line.waiting == 3)
    }

    @Test("too many lines together refuse any request that would have to wait")
    func fullSite() throws {
        var line = try Line(running: 2, perNetwork: 1, waiting: 2)
        #expect(line.enter(["a1 1", "b1 1", "a1 2", "c1 1"]) == ["running", "running", "waiting", "waiting"])
        #expect(line.enter("d1 1") == "503")
        #expect(line.leave("b1 1") == "c1 1")
        #expect(line.enter("d1 1") == "waiting")
    }

    @Test("a request that waits no longer gives its place to the next")
    func withdrawal() throws {
        var line = try Line(running: 1, perNetwork: 1, waitingPerNetwork: 2)
        _ = line.enter(["a1 1", "a1 2", "a1 3", "b1 1"])
        line.withdraw("a1 2")
        #expect(line.enter("a1 4") == "waiting")
        line.withdraw("b1 1")
        #expect(line.line.waiting == 2)
        #expect(line.leave("a1 1") == "a1 3")
        line.withdraw("a1 4")
        #expect(line.leave("a1 3") == nil)
        #expect(line.line.waiting == 0)
        #expect(line.enter("b1 2") == "running")
    }

    @Test("a refusal is reported at most once a minute")
    func reports() throws {
        var line = try Line(running: 1, perNetwork: 1)
        let times = [5, 59_000, 60_005, 60_006, 120_006].map(MonotonicTime.init)
        #expect(times.map { line.line.reportsRefusal(at: $0) } == [true, false, true, false, true])
    }
}
