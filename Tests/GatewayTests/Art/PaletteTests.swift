import Testing

@testable import Gateway

@Suite struct PaletteTests {
    private static let pairs = Pigment.allCases.flatMap { ground in Pigment.allCases.map { (ground, $0) } }

    @Test("ground and accent are kept apart, and so is the figure from its field, whatever two colours are named")
    func keepsApart() throws {
        for (ground, accent) in Self.pairs {
            let palette = Palette(ground: ground, accent: accent)
            #expect(abs(palette.ground.lightness - palette.accent.lightness) > 0.29, "\(ground) \(accent)")
            let main = try #require(palette.inks(on: palette.field)[.main])
            #expect(abs(main.lightness - palette.field.lightness) > 0.29, "\(ground) \(accent)")
        }
    }

    @Test("two colours far apart are printed as they are")
    func leavesAlone() {
        let palette = Palette(ground: .navy, accent: .gold)
        #expect(palette.ground.hex == "#162652")
        #expect(palette.accent == Pigment.gold.colour)
    }
}
