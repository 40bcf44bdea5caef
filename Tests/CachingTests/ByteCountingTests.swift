import Basics
import CGlibc
import Heroes
import Testing

@testable import Caching

@Suite("The counted bytes of responses", .serialized) struct ByteCountingTests {
    /// The bytes allocated by malloc in this process.
    private static var inUse: Int {
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    }

    enum Content: String, CaseIterable, Sendable {
        case nothing, longKeys, heroes, works, clientErrors
    }

    /// Returns a key and an entry that share no memory with others.
    private static func entry(_ content: Content, _ number: Int) -> (CacheKey, CacheEntry) {
        let attribution = Attribution(html: "Data provided by the archive of all heroes, page \(number)")
        let version = Version(etag: "0123456789abcdef0123456789abcdef\(number)")
        let range = PageRange(offset: number)
        let picture = Thumbnail(path: "https://pictures.example/portraits/of/heroes/\(number)", fileExtension: "jpg")
        let text = String(repeating: "x", count: 200) + "\(number)"
        switch content {
        case .nothing:
            let list = ListPage<Hero>(items: [], range: range, total: 0, attribution: attribution, version: version)
            return (
                .heroes(HeroQuery(nameStartsWith: "x\(number)")),
                CacheEntry(.success(.heroes(list)), date: .distantPast)
            )
        case .longKeys:
            let list = ListPage<Hero>(items: [], range: range, total: 0, attribution: attribution, version: version)
            return (.heroes(HeroQuery(nameStartsWith: text)), CacheEntry(.success(.heroes(list)), date: .distantPast))
        case .heroes:
            let hero = Hero(
                id: number, name: "A name of some length \(number)", description: text, thumbnail: picture,
                links: [Hero.Link(kind: "wiki", url: "https://encyclopedia.example/heroes/\(number)")])
            return (
                .hero(number),
                CacheEntry(.success(.hero(Attributed(hero, attribution: attribution))), date: .distantPast)
            )
        case .works:
            let works = (0..<3).map { id in
                Work(.comics, id: id, title: "A title of some length \(number)", description: text + "\(id)")
            }
            let list = ListPage(items: works, range: range, total: 3, attribution: attribution, version: version)
            return (.works(.comics, of: .hero(number), range), CacheEntry(.success(.works(list)), date: .distantPast))
        case .clientErrors:
            return (.hero(number), CacheEntry(.failure(.invalidResponse(status: 403, text)), date: .distantPast))
        }
    }

    @Test("are at least the allocated bytes, and at most twice as many", arguments: Content.allCases)
    func allocated(content: Content) {
        // Other tests allocate concurrently: one undisturbed measurement is enough.
        var attempts: [(counted: Int, taken: Int)] = []
        repeat {
            attempts.append(Self.measure(content))
            guard let (counted, taken) = attempts.last else { return }
            if counted > taken * 9 / 10, counted < taken * 2 + (4 << 20) { return }
        } while attempts.count < 10
        Issue.record("\(attempts)")
    }

    private static func measure(_ content: Content) -> (counted: Int, taken: Int) {
        let before = inUse
        var entries = LRUCache<CacheKey, CacheEntry>(limit: .max)
        for number in 1...40_000 {
            let (key, entry) = Self.entry(content, number)
            entries.set(key, entry, cost: entry.cost(key))
        }
        return (entries.cost, inUse - before)
    }
}
