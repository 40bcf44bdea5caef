import Testing

@testable import Gateway

@Suite("The hue of a picture")
struct HueTests {
    private func images() throws -> Images { Images(try Bundled.catalogue.get()) }

    @Test(
        "is that of the livelier of its two colours: crimson beside ivory, gold beside emerald",
        arguments: [("characters/1009610", 0...45), ("characters/1009351", 60...110)])
    func known(_ picture: String, _ hues: ClosedRange<Int>) throws {
        let hue = try #require(try images().hue(ofPath: "/images/\(picture).svg"))
        #expect(hues.contains(hue), "\(picture): \(hue)")
    }

    @Test("is in the circle for every hero, and not one for all")
    func circle() throws {
        let images = try images()
        let heroes = try Bundled.catalogue.get().items(.characters).map(\.id)
        let hues = heroes.compactMap { images.hue(ofPath: "/images/characters/\($0).svg") }
        #expect(hues.count > 100 && hues.allSatisfy { (0..<360).contains($0) })
        #expect(Set(hues.map { $0 / 30 }).count > 6)
    }

    @Test(
        "is none where there is no picture of anybody",
        arguments: [
            "", "/", "/images/characters/5.svg", "/images/image_not_available.jpg", "/images/characters/1009610.png",
            "/images/nobody/1009610.svg", "/images/characters/-1.svg", "images/characters/1009610.svg",
        ])
    func none(_ path: String) throws {
        #expect(try images().hue(ofPath: path) == nil)
    }
}
