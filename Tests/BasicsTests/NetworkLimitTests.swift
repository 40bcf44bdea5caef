import Basics
import Synchronization
import Testing

@Suite("A limit of concurrent work per network")
struct NetworkLimitTests {
    private let limit = NetworkLimit(running: 2, waiting: 3)

    /// A gate that work waits at, with the number of calls that came to it.
    private final class Gate: Sendable {
        private let state = Mutex((arrived: 0, isOpen: false))

        func pass() async {
            state.withLock { $0.arrived += 1 }
            while !state.withLock({ $0.isOpen }) { await Task.yield() }
        }

        func open() { state.withLock { $0.isOpen = true } }

        func waitForArrivals(_ count: Int) async {
            while state.withLock({ $0.arrived }) < count { await Task.yield() }
        }

        var arrived: Int { state.withLock { $0.arrived } }
    }

    @Test("runs some calls, lets some wait and refuses others, and other networks are not affected")
    func refusal() async {
        let gate = Gate()
        let outcomes = await withTaskGroup(of: Bool.self) { [limit] group in
            for _ in 0..<9 {
                group.addTask { await limit.run(for: [1]) { await gate.pass() } != nil }
            }
            await gate.waitForArrivals(2)
            // The first four to end are those refused: the others cannot end before the gate opens.
            var outcomes: [Bool] = []
            while outcomes.count < 4, let outcome = await group.next() { outcomes.append(outcome) }
            #expect(gate.arrived == 2)
            #expect(await limit.run(for: [2]) { true } == true)
            gate.open()
            return await group.reduce(into: outcomes) { $0.append($1) }
        }
        #expect(outcomes == [false, false, false, false, true, true, true, true, true])
        #expect(gate.arrived == 5)
    }

    @Test("is free again after calls that threw, and does not run a call cancelled while it waited")
    func failures() async {
        struct Failure: Error {}
        for _ in 0..<10 { _ = try? await limit.run(for: [1]) { throw Failure() } }
        let cancelled = Task { [limit] in
            while !Task.isCancelled { await Task.yield() }
            return await limit.run(for: [1]) { true }
        }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(await limit.run(for: [1]) { true } == true)
    }
}
