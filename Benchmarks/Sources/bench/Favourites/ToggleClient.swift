import Foundation
import Heroes
import Synchronization

/// A client that adds a hero for its visitors one after another, then removes it for them, and so on.
final class ToggleClient: Sendable {
    static let visitorCount = 16

    private let index: Int
    private let visitorCount: Int
    private let stride: Int
    private let number = Atomic(0)
    let favourite: Favourite

    /// `hero` is no favourite of the client's visitors yet. `stride` is the distance from one visitor to the next, without
    /// a divisor in common with their number.
    init(_ index: Int, hero: Hero.ID, visitors: Int = visitorCount, stride: Int = 1) {
        (self.index, visitorCount, self.stride) = (index, visitors, stride)
        favourite = Self.favourite(hero, name: "Spider-Man")
    }

    /// Returns the visitor of the next toggle, and whether the hero is to be added.
    func next() -> (visitor: Visitor, isAdding: Bool) {
        let number = number.add(1, ordering: .relaxed).oldValue
        let visitor = index * visitorCount + number * stride % visitorCount
        return (Self.visitor(visitor), number / visitorCount % 2 == 0)
    }

    /// Makes the next toggle in the store.
    func toggle(_ store: some FavouritesStore) async throws {
        let (visitor, isAdding) = next()
        if !isAdding {
            try await store.remove([favourite.id], for: visitor)
        } else if try await store.add([favourite], forExisting: visitor) == nil {
            throw BenchmarkError("the store does not know a visitor")
        }
    }

    static func favourite(_ hero: Hero.ID, name: String) -> Favourite {
        let thumbnail = Thumbnail(path: "/images/characters/\(hero)", fileExtension: "svg")
        return Favourite(id: hero, name: name, thumbnail: thumbnail, added: Date())
    }

    /// Returns the visitor of a number, always the same one: the token is the number's 16 hexadecimal digits, twice.
    static func visitor(_ number: Int) -> Visitor {
        var generator = NumberBytes(number: UInt64(number))
        return Visitor.new(using: &generator)
    }
}

/// The bytes of a number, the highest first, again and again.
private struct NumberBytes: RandomNumberGenerator {
    let number: UInt64
    private var shift: UInt64 = 64

    init(number: UInt64) { self.number = number }

    mutating func next() -> UInt64 {
        shift = (shift + 56) % 64
        return number >> shift
    }
}
