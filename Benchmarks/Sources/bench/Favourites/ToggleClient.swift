import Foundation
import Heroes
import Synchronization

/// A client that adds a hero for its 16 visitors one after another, then removes it for them, and so on.
final class ToggleClient: Sendable {
    static let visitorCount = 16

    private let index: Int
    private let number = Atomic(0)
    let favourite: Favourite

    /// `hero` is no favourite of the client's visitors yet.
    init(_ index: Int, hero: Hero.ID) {
        self.index = index
        favourite = Self.favourite(hero, name: "Spider-Man")
    }

    /// Returns the visitor of the next toggle, and whether the hero is to be added.
    func next() -> (visitor: Visitor, isAdding: Bool) {
        let number = number.add(1, ordering: .relaxed).oldValue
        let visitor = index * Self.visitorCount + number % Self.visitorCount
        return (Self.visitor(visitor), number / Self.visitorCount % 2 == 0)
    }

    static func favourite(_ hero: Hero.ID, name: String) -> Favourite {
        let thumbnail = Thumbnail(path: "/images/characters/\(hero)", fileExtension: "svg")
        return Favourite(id: hero, name: name, thumbnail: thumbnail, added: Date())
    }

    /// Returns the visitor of a number, always the same one.
    static func visitor(_ number: Int) -> Visitor {
        var generator = SplitMix64(state: UInt64(number))
        return Visitor.new(using: &generator)
    }
}

/// Numbers that look random and are the same each time.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
