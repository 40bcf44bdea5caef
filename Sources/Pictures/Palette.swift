/// The colours of a picture: the ground and the accent, with enough contrast, and the colours derived from them.
struct Palette: Sendable, Hashable {
    let ground: Colour
    let accent: Colour
    /// The ground one step darker and one step lighter, for patterns.
    let groundShade: Colour
    let groundTint: Colour
    /// Nearly black and nearly white, both tinted with the ground.
    let deep: Colour
    let paper: Colour

    init(ground: NamedColour, accent: NamedColour) {
        (self.ground, self.accent) = Self.separated(ground.colour, accent.colour)
        let base = self.ground
        let step = base.lightness > 0.85 ? 0.055 : 0.07
        groundShade = base.darker(by: step)
        groundTint = base.lighter(by: base.lightness > 0.93 ? 0.03 : step)
        deep = Colour(0x14_14_1A).mixed(with: base, 0.22).with(lightness: min(0.24, 0.16 + base.lightness * 0.1))
        paper = Colour(0xFB_F4_E4).mixed(with: base, 0.06).with(lightness: 0.955)
    }

    var groundDeep: Colour { ground.darker(by: min(0.17, max(ground.lightness - 0.17, 0.03))) }

    /// The accent one step lighter, or darker if it is too light.
    var accentTint: Colour { accent.lighter(by: accent.lightness > 0.85 ? -0.06 : 0.07) }

    var isDark: Bool { ground.lightness < 0.6 }

    /// The colour of a field behind the motif, in contrast to both ground and accent.
    var field: Colour {
        if accent.lightness > 0.62 {
            return ground.lightness < 0.33 ? ground.lighter(by: 0.12) : isDark ? groundDeep : deep
        }
        return ground.lightness > 0.86 ? accent.mixed(with: paper, 0.7).with(lightness: 0.86) : paper
    }

    /// The colour of a border on the ground.
    var border: Colour { ground.lightness > 0.86 ? accent : paper }

    /// Returns the inks of a motif on this background: the main ink is the accent, adjusted for contrast.
    func inks(on background: Colour) -> [Ink: Colour] {
        inks(Self.separated(background, accent, groundShare: 0).1, on: background)
    }

    /// Returns the inks of a motif with this main ink.
    func inks(_ main: Colour, on background: Colour) -> [Ink: Colour] {
        let light =
            main.lightness > 0.8
            ? paper.with(lightness: 0.985) : main.mixed(with: paper, main.lightness > 0.55 ? 0.62 : 0.78)
        return [
            .main: main, .shade: main.lightness > 0.4 ? main.darker(by: 0.13) : main.lighter(by: 0.13), .light: light,
            .contrast: main.lightness > 0.5 ? deep : paper, .cut: background,
        ]
    }

    /// Adjusts two colours until their lightness differs by at least 0.3; `groundShare` is the ground's part of the
    /// change.
    private static func separated(_ ground: Colour, _ accent: Colour, groundShare: Double = 0.5) -> (Colour, Colour) {
        let minimum = 0.3
        let gap = accent.lightness - ground.lightness
        guard abs(gap) < minimum else { return (ground, accent) }
        let up = gap == 0 ? ground.lightness < 0.6 : gap > 0
        let missing = (minimum - abs(gap)) * (up ? 1 : -1)
        let low = 0.2
        let high = 0.97
        let moved = ground.lightness - missing * groundShare
        let newGround = ground.with(lightness: min(max(moved, low), high))
        let newAccent = newGround.lightness + (up ? minimum : -minimum)
        if newAccent > high || newAccent < low {
            return (newGround, accent.with(lightness: newGround.lightness + (up ? -minimum : minimum)))
        }
        return (newGround, accent.with(lightness: newAccent))
    }
}

/// A seeded random generator: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func double(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }

    mutating func nextBool() -> Bool { next() & 1 == 0 }
}
