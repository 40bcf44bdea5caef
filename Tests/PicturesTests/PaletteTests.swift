import Testing

@testable import Pictures

@Suite("The colours of a picture")
struct PaletteTests {
    private static let pairs = NamedColour.allCases.flatMap { ground in NamedColour.allCases.map { (ground, $0) } }

    @Test("ground and accent differ in lightness, and so do motif and field, for any two colours")
    func contrast() throws {
        for (ground, accent) in Self.pairs {
            let palette = Palette(ground: ground, accent: accent)
            #expect(abs(palette.ground.lightness - palette.accent.lightness) > 0.29, "\(ground) \(accent)")
            let main = try #require(palette.inks(on: palette.field)[.main])
            #expect(abs(main.lightness - palette.field.lightness) > 0.29, "\(ground) \(accent)")
        }
    }

    @Test("two colours with enough contrast are not changed")
    func unchanged() {
        let palette = Palette(ground: .navy, accent: .gold)
        #expect(palette.ground.hex == "#162652")
        #expect(palette.accent == NamedColour.gold.colour)
    }
}
