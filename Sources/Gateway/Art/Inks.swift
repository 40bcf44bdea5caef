/// The colours a motif's tones are printed in.
struct Inks: Sendable, Hashable {
    let main: Colour
    let shade: Colour
    let light: Colour
    let contrast: Colour
    let cut: Colour

    init(main: Colour, shade: Colour, light: Colour, contrast: Colour, cut: Colour) {
        self.main = main
        self.shade = shade
        self.light = light
        self.contrast = contrast
        self.cut = cut
    }

    /// The tones that go with a figure of this colour on what lies behind it.
    init(main: Colour, behind: Colour, paper: Colour, deep: Colour) {
        self.main = main
        cut = behind
        let darker = main.lightness > 0.4
        shade = darker ? main.darker(by: 0.13) : main.lighter(by: 0.13)
        light =
            main.lightness > 0.8
            ? paper.at(lightness: 0.985) : main.mixed(with: paper, main.lightness > 0.55 ? 0.62 : 0.78)
        contrast = main.lightness > 0.5 ? deep : paper
    }

    func colour(_ ink: Ink) -> Colour {
        switch ink {
        case .main: main
        case .shade: shade
        case .light: light
        case .contrast: contrast
        case .cut: cut
        }
    }
}
