import Testing

import Basics

@Suite struct LRUCacheTests {
    @Test("the least recently used values go first, and only as many as needed")
    func order() {
        var kept = LRUCache<String, Int>(limit: 10)
        for (number, key) in ["a", "b", "c", "d", "e"].enumerated() { kept.set(key, number, cost: 2) }
        #expect(kept.use("a") == 0)
        #expect(kept.peek("b") == 1)
        kept.set("f", 5, cost: 3)
        #expect(["a", "b", "c", "d", "e", "f"].filter { kept.peek($0) != nil } == ["a", "d", "e", "f"])
        #expect(kept.cost == 9)
        #expect(kept.count == 4)
    }

    @Test("a value that costs more than everything is not kept, and its older self goes")
    func tooCostly() {
        var kept = LRUCache<Int, Int>(limit: 10)
        kept.set(1, 1, cost: 5)
        kept.set(2, 2, cost: 5)
        kept.set(1, 3, cost: 11)
        #expect(kept.peek(1) == nil)
        #expect(kept.peek(2) == 2)
        #expect(kept.cost == 5)
    }

    @Test("there may be a limit on their number, too")
    func countLimit() {
        var kept = LRUCache<Int, Int>(limit: 10, countLimit: 2)
        for key in 1...5 { kept.set(key, key, cost: 1) }
        #expect(kept.count == 2 && kept.cost == 2 && kept.peek(4) == 4 && kept.peek(5) == 5)
        kept.set(5, 6, cost: 1)
        #expect(kept.count == 2 && kept.peek(4) == 4)
    }

    @Test("whatever is done to it, it agrees with a plain list that is searched")
    func model() {
        var generator = SystemRandomNumberGenerator()
        var kept = LRUCache<Int, Int>(limit: 50)
        // Oldest first.
        var model: [(key: Int, value: Int, cost: Int)] = []
        for value in 0..<5000 {
            let key = Int.random(in: 0..<12, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                kept.remove(key)
                model.removeAll { $0.key == key }
            case 1:
                let found = model.firstIndex { $0.key == key }.map { model.remove(at: $0) }
                if let found { model.append(found) }
                #expect(kept.use(key) == found?.value)
            default:
                let cost = Int.random(in: 0..<20, using: &generator)
                kept.set(key, value, cost: cost)
                model.removeAll { $0.key == key }
                while model.reduce(cost, { $0 + $1.cost }) > 50 { model.removeFirst() }
                model.append((key, value, cost))
            }
            #expect(kept.count == model.count && kept.cost == model.reduce(0) { $0 + $1.cost })
            #expect(model.allSatisfy { kept.peek($0.key) == $0.value })
        }
    }
}
