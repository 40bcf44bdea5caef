/// The inks of one poster: the ground and the accent, moved apart if they are too alike, and the colours that derive from them.
struct Palette: Sendable, Hashable {
    let ground: Colour
    let accent: Colour
    /// The ground a step darker and a step lighter, for patterns.
    let groundShade: Colour
    let groundTint: Colour
    /// Nearly black and nearly white, both with a breath of the ground in them.
    let deep: Colour
    let paper: Colour

    init(ground: Pigment, accent: Pigment) {
        (self.ground, self.accent) = Self.apart(ground.colour, accent.colour)
        let base = self.ground
        let step = base.lightness > 0.85 ? 0.055 : 0.07
        groundShade = base.darker(by: step)
        groundTint = base.lighter(by: base.lightness > 0.93 ? 0.03 : step)
        deep = Colour(0x14_14_1A).mixed(with: base, 0.22).at(lightness: min(0.24, 0.16 + base.lightness * 0.1))
        paper = Colour(0xFB_F4_E4).mixed(with: base, 0.06).at(lightness: 0.955)
    }

    var groundDeep: Colour { ground.darker(by: min(0.17, max(ground.lightness - 0.17, 0.03))) }

    /// The accent a step lighter, or darker if it is too light for that.
    var accentTint: Colour { accent.lighter(by: accent.lightness > 0.85 ? -0.06 : 0.07) }

    /// The livelier of ground and accent, for the page around a picture.
    var lively: Colour { accent.chroma * 1.25 >= ground.chroma ? accent : ground }

    var isDark: Bool { ground.lightness < 0.6 }

    /// A field for the motif to stand on that is far from both the ground and the accent.
    var field: Colour {
        if accent.lightness > 0.62 {
            return ground.lightness < 0.33 ? ground.lighter(by: 0.12) : isDark ? groundDeep : deep
        }
        return ground.lightness > 0.86 ? accent.mixed(with: paper, 0.7).at(lightness: 0.86) : paper
    }

    /// The colour of a printed border, seen on the ground.
    var border: Colour { ground.lightness > 0.86 ? accent : paper }

    /// The inks of a motif standing on `behind`: its main one is the accent, moved away from the colour behind it until the
    /// figure stands out.
    func inks(on behind: Colour) -> [Ink: Colour] { inks(Self.apart(behind, accent, moving: 0).1, on: behind) }

    /// The inks that go with a figure of this colour.
    func inks(_ main: Colour, on behind: Colour) -> [Ink: Colour] {
        let light =
            main.lightness > 0.8
            ? paper.at(lightness: 0.985) : main.mixed(with: paper, main.lightness > 0.55 ? 0.62 : 0.78)
        return [
            .main: main, .shade: main.lightness > 0.4 ? main.darker(by: 0.13) : main.lighter(by: 0.13), .light: light,
            .contrast: main.lightness > 0.5 ? deep : paper, .cut: behind,
        ]
    }

    /// Two colours at least a third of the way from black to white apart, the one that has room moved more.
    private static func apart(_ ground: Colour, _ accent: Colour, moving share: Double = 0.5) -> (Colour, Colour) {
        let least = 0.3
        let gap = accent.lightness - ground.lightness
        guard abs(gap) < least else { return (ground, accent) }
        let up = gap == 0 ? ground.lightness < 0.6 : gap > 0
        let missing = (least - abs(gap)) * (up ? 1 : -1)
        let low = 0.2
        let high = 0.97
        let moved = ground.lightness - missing * share
        let newGround = ground.at(lightness: min(max(moved, low), high))
        let newAccent = newGround.lightness + (up ? least : -least)
        if newAccent > high || newAccent < low {
            return (newGround, accent.at(lightness: newGround.lightness + (up ? -least : least)))
        }
        return (newGround, accent.at(lightness: newAccent))
    }
}
