import Testing

@testable import Gateway

@Suite("The hue of a picture")
struct HueTests {
    private func images() throws -> Images { Images(try BundledCatalogue.catalogue.get()) }

    @Test(
        "is that of the ground, and of the accent beside a grey ground",
        arguments: [
            ("characters/1009610", 10...30), ("characters/1010338", 255...275), ("characters/1009184", 200...220),
        ])
    func known(_ picture: String, _ hues: ClosedRange<Int>) throws {
        let hue = try #require(try images().hue(ofPath: "/images/\(picture).svg"))
        #expect(hues.contains(hue), "\(picture): \(hue)")
    }

    @Test("is from 0 to 359 for every hero, and varies")
    func range() throws {
        let images = try images()
        let heroes = try BundledCatalogue.catalogue.get().items(.characters).map(\.id)
        let hues = heroes.compactMap { images.hue(ofPath: "/images/characters/\($0).svg") }
        #expect(hues.count > 100 && hues.allSatisfy { (0..<360).contains($0) })
        #expect(Set(hues.map { $0 / 30 }).count > 6)
    }

    @Test(
        "is nil for a path without a drawn picture",
        arguments: [
            "", "/", "/images/characters/5.svg", "/images/image_not_available.jpg", "/images/characters/1009610.webp",
            "/images/villains/1009610.svg", "/images/characters/-1.svg", "images/characters/1009610.svg",
        ])
    func none(_ path: String) throws {
        #expect(try images().hue(ofPath: path) == nil)
    }
}
