import Testing

import Basics

@Suite struct LRUCacheTests {
    @Test("the least recently used values are evicted first, and only as many as needed")
    func order() {
        var cache = LRUCache<String, Int>(limit: 10)
        for (number, key) in ["a", "b", "c", "d", "e"].enumerated() { cache.set(key, number, cost: 2) }
        #expect(cache.use("a") == 0)
        #expect(cache.peek("b") == 1)
        cache.set("f", 5, cost: 3)
        #expect(["a", "b", "c", "d", "e", "f"].filter { cache.peek($0) != nil } == ["a", "d", "e", "f"])
        #expect(cache.cost == 9)
        #expect(cache.count == 4)
    }

    @Test("a value that costs more than the limit is not stored, and the former one is removed")
    func overLimit() {
        var cache = LRUCache<Int, Int>(limit: 10)
        cache.set(1, 1, cost: 5)
        cache.set(2, 2, cost: 5)
        cache.set(1, 3, cost: 11)
        #expect(cache.peek(1) == nil)
        #expect(cache.peek(2) == 2)
        #expect(cache.cost == 5)
    }

    @Test("the number of values can be limited")
    func countLimit() {
        var cache = LRUCache<Int, Int>(limit: 10, countLimit: 2)
        for key in 1...5 { cache.set(key, key, cost: 1) }
        #expect(cache.count == 2 && cache.cost == 2 && cache.peek(4) == 4 && cache.peek(5) == 5)
        cache.set(5, 6, cost: 1)
        #expect(cache.count == 2 && cache.peek(4) == 4)
    }

    @Test("any sequence of operations has the same result as with a searched list")
    func model() {
        var generator = SystemRandomNumberGenerator()
        var cache = LRUCache<Int, Int>(limit: 50)
        // The oldest first.
        var model: [(key: Int, value: Int, cost: Int)] = []
        for value in 0..<5000 {
            let key = Int.random(in: 0..<12, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                cache.remove(key)
                model.removeAll { $0.key == key }
            case 1:
                let entry = model.firstIndex { $0.key == key }.map { model.remove(at: $0) }
                if let entry { model.append(entry) }
                #expect(cache.use(key) == entry?.value)
            default:
                let cost = Int.random(in: 0..<20, using: &generator)
                cache.set(key, value, cost: cost)
                model.removeAll { $0.key == key }
                while model.reduce(cost, { $0 + $1.cost }) > 50 { model.removeFirst() }
                model.append((key, value, cost))
            }
            #expect(cache.count == model.count && cache.cost == model.reduce(0) { $0 + $1.cost })
            #expect(model.allSatisfy { cache.peek($0.key) == $0.value })
        }
    }
}
