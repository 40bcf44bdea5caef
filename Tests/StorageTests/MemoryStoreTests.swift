import Heroes
import Testing

@testable import Storage

@Suite struct MemoryStoreTests {
    @Test("memory is bounded by evicting the least recently used visitors")
    func bounded() async throws {
        let store = MemoryStore(limit: 3, capacity: 10)
        for number in 1...5 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        #expect(store.cachedFavourites(of: .numbered(1))?.list == [.example(1)])
        for number in 6...7 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        var known: [Int] = []
        for number in 1...7 where try await !store.favourites(of: .numbered(UInt64(number))).list.isEmpty {
            known.append(number)
        }
        #expect(known == [1, 4, 5, 6, 7])
    }
}
