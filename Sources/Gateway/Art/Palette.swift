/// The inks of one poster: the ground and the accent, drawn apart where they are too alike, and what derives from them.
package struct Palette: Sendable, Hashable {
    let ground: Colour
    let accent: Colour
    /// The ground a step darker and a step lighter: what patterns are printed in.
    let groundShade: Colour
    let groundTint: Colour
    /// Nearly black and nearly white, both with a breath of the ground in them.
    let deep: Colour
    let paper: Colour

    package init(ground: Pigment, accent: Pigment) {
        (self.ground, self.accent) = Self.apart(ground.colour, accent.colour)
        let base = self.ground
        let step = base.lightness > 0.85 ? 0.055 : 0.07
        groundShade = base.lighter(by: -step)
        groundTint = base.lighter(by: base.lightness > 0.93 ? 0.03 : step)
        deep = Colour(0x14_14_1A).mixed(with: base, 0.22).at(lightness: min(0.24, 0.16 + base.lightness * 0.1))
        paper = Colour(0xFB_F4_E4).mixed(with: base, 0.06).at(lightness: 0.955)
    }

    var groundDeep: Colour { ground.at(lightness: max(ground.lightness - 0.17, 0.17)) }

    var isDark: Bool { ground.lightness < 0.6 }

    /// A field for the motif to stand on that is far from both the ground and the accent.
    var field: Colour { accent.lightness > 0.62 ? (isDark ? groundDeep : deep) : paper }

    /// The inks of a motif standing on `behind`.
    func inks(on behind: Colour) -> Inks { Inks(main: main(on: behind), behind: behind, paper: paper, deep: deep) }

    /// The accent, moved away from what is behind it until the figure carries.
    private func main(on behind: Colour) -> Colour { Self.apart(behind, accent, moving: 0).1 }

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

/// The colours a motif's tones are printed in.
struct Inks: Sendable, Hashable {
    let main: Colour
    let shade: Colour
    let light: Colour
    let contrast: Colour
    let cut: Colour

    init(main: Colour, behind: Colour, paper: Colour, deep: Colour) {
        self.main = main
        cut = behind
        let darker = main.lightness > 0.4 && main.lightness - behind.lightness != 0
        shade = main.lighter(by: darker ? -0.13 : 0.13)
        light =
            main.lightness > 0.8
            ? paper.at(lightness: 0.985) : main.mixed(with: paper, main.lightness > 0.55 ? 0.62 : 0.78)
        contrast = main.lightness > 0.5 ? deep : paper
    }

    func colour(_ tone: Drawing.Tone) -> Colour {
        switch tone {
        case .main: main
        case .shade: shade
        case .light: light
        case .contrast: contrast
        case .cut: cut
        }
    }
}
