import Basics
import Testing

@Suite struct LRUCacheTests {
    @Test("a value that costs more than the limit is not stored, and the former one is removed")
    func overLimit() {
        var cache = LRUCache<Int, Int>(limit: 10)
        cache.set(1, 1, cost: 5)
        cache.set(2, 2, cost: 5)
        #expect(cache.set(1, 3, cost: 11) == [1])
        #expect(cache.peek(1) == nil)
        #expect(cache.peek(2) == 2)
        #expect(cache.cost == 5)
    }

    @Test("the least recently used values are evicted first, and any sequence of operations equals a searched list")
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
                let evicted = cache.set(key, value, cost: cost)
                model.removeAll { $0.key == key }
                let keys = model.map(\.key)
                while model.reduce(cost, { $0 + $1.cost }) > 50 { model.removeFirst() }
                #expect(evicted == Array(keys.dropLast(model.count)))
                model.append((key, value, cost))
            }
            #expect(cache.count == model.count)
            #expect(cache.cost == model.reduce(0) { $0 + $1.cost })
            #expect(model.allSatisfy { cache.peek($0.key) == $0.value })
            #expect(Array(cache.valuesByUse) == model.reversed().map(\.value))
        }
    }
}
