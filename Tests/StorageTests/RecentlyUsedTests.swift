import Testing

@testable import Storage

@Suite struct RecentlyUsedTests {
    @Test("what was used longest ago goes first")
    func order() {
        var memory = RecentlyUsed<String, Int>(capacity: 3)
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { memory.keep(value, cost: 1, for: key) }
        #expect(memory.value("a") == 1)
        memory.keep(4, cost: 1, for: "d")
        #expect(memory.value("b") == nil)
        #expect(memory.value("a") == 1 && memory.value("c") == 3 && memory.value("d") == 4)
    }

    @Test("a costly value takes the place of several, one too costly is not kept")
    func costs() {
        var memory = RecentlyUsed<Int, Int>(capacity: 10)
        for key in 1...5 { memory.keep(key, cost: 2, for: key) }
        memory.keep(6, cost: 5, for: 6)
        #expect((1...6).filter { memory.value($0) != nil } == [4, 5, 6])
        memory.keep(7, cost: 11, for: 4)
        #expect((1...6).filter { memory.value($0) != nil } == [5, 6])
        #expect(memory.cost == 7)
    }

    @Test("it agrees with a plain list of uses over many steps")
    func model() {
        var memory = RecentlyUsed<Int, Int>(capacity: 8)
        var model: [(key: Int, value: Int)] = []
        var state: UInt64 = 1
        for step in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Int(state >> 60)
            let found = model.firstIndex { $0.key == key }
            switch state >> 40 & 7 {
            case 0:
                memory.remove(key)
                if let found { model.remove(at: found) }
            case 1...3:
                memory.keep(step, cost: 1, for: key)
                if let found { model.remove(at: found) }
                model.append((key, step))
                if model.count > 8 { model.removeFirst() }
            default:
                #expect(memory.value(key) == found.map { model[$0].value })
                if let found { model.append(model.remove(at: found)) }
            }
            if memory.count != model.count || memory.cost != model.count { Issue.record("step \(step)") }
        }
    }
}
