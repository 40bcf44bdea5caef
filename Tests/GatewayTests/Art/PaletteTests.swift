import Testing

@testable import Gateway

@Suite struct PaletteTests {
    private static let pairs = Pigment.allCases.flatMap { ground in Pigment.allCases.map { (ground, $0) } }

    @Test(
        "a colour comes back from Oklab as it went in",
        arguments: [0x00_00_00, 0xFF_FF_FF, 0xB0_10_2F, 0x16_26_52] as [UInt32])
    func roundTrips(rgb: UInt32) {
        #expect(Colour(rgb).rgb == rgb)
    }

    @Test("a hex colour has six digits, leading zeros included")
    func writesHex() {
        #expect(Colour(0x00_0A_0B).hex == "#000a0b")
    }

    @Test("ground and accent are kept apart, and so is the figure from its field, whatever two colours are named")
    func keepsApart() {
        for (ground, accent) in Self.pairs {
            let palette = Palette(ground: ground, accent: accent)
            #expect(abs(palette.ground.lightness - palette.accent.lightness) > 0.29, "\(ground) \(accent)")
            let main = palette.inks(on: palette.field).main
            #expect(abs(main.lightness - palette.field.lightness) > 0.29, "\(ground) \(accent)")
        }
    }

    @Test("two colours far apart are printed as they are")
    func leavesAlone() {
        let palette = Palette(ground: .navy, accent: .gold)
        #expect(palette.ground == Pigment.navy.colour)
        #expect(palette.accent == Pigment.gold.colour)
    }
}
