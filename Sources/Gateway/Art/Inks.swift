/// The colours of a motif's inks.
struct Inks: Sendable, Hashable {
    let main: Colour
    let shade: Colour
    let light: Colour
    let contrast: Colour
    let cut: Colour

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

extension Inks {
    /// The inks that go with a figure of this colour on the colour behind it.
    init(main: Colour, behind: Colour, paper: Colour, deep: Colour) {
        let light =
            main.lightness > 0.8
            ? paper.at(lightness: 0.985) : main.mixed(with: paper, main.lightness > 0.55 ? 0.62 : 0.78)
        self.init(
            main: main, shade: main.lightness > 0.4 ? main.darker(by: 0.13) : main.lighter(by: 0.13), light: light,
            contrast: main.lightness > 0.5 ? deep : paper, cut: behind)
    }
}
