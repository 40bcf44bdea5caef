import FoundationEssentials
import Testing

@testable import Heroes

@Suite("Derived values")
struct DerivedTests {
    @Test("copies of a hero share a value, which is made once, and neither compared nor encoded")
    func shared() throws {
        let hero = Hero(id: 1, name: "Storm")
        let copy = hero
        #expect(hero.derived.value("slug") { "storm" } == "storm")
        #expect(copy.derived.value("slug") { "made again" } == "storm")
        let decoded = try JSONDecoder().decode(Hero.self, from: JSONEncoder().encode(hero))
        #expect(decoded == hero)
        #expect(decoded.derived.value("slug") { "other" } == "other")
    }

    @Test("a missing value that was made is not made again")
    func missing() {
        let derived = Derived()
        #expect(derived.value("excerpt") { String?.none } == nil)
        #expect(derived.value("excerpt") { String?.some("made again") } == nil)
    }
}
