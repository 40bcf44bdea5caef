/// The hues of a poster for the page around it, written `#rrggbb`.
package struct PageColours: Sendable, Hashable {
    /// For text and rules on a light page: contrast of at least 4.5 with white (WCAG 2.2, 1.4.3).
    package let onLight: String
    /// For text and rules on a dark page: contrast of at least 4.5 with `#1b1b20`.
    package let onDark: String
    /// A surface of a light page with a breath of the poster in it.
    package let lightSurface: String
    /// A surface of a dark page with a breath of the poster in it.
    package let darkSurface: String
}

extension Palette {
    /// The livelier of ground and accent.
    var lively: Colour { accent.chroma * 1.25 >= ground.chroma ? accent : ground }

    /// The lively colour, made readable.
    package var pageColours: PageColours {
        return PageColours(
            onLight: lively.readable(on: Colour(0xFF_FF_FF), step: -0.01).hex,
            onDark: lively.readable(on: Colour(0x1B_1B_20), step: 0.01).hex,
            lightSurface: Colour(0xFF_FF_FF).mixed(with: lively, 0.08).at(lightness: 0.965).hex,
            darkSurface: Colour(0x1B_1B_20).mixed(with: lively, 0.16).at(lightness: 0.25).hex)
    }
}

extension Colour {
    /// The colour, lightened or darkened by steps until it can be read on `background`.
    fileprivate func readable(on background: Colour, step: Double) -> Colour {
        var colour = self
        while Colour(colour.rgb).contrast(with: background) < 4.5, (0.01...0.99).contains(colour.lightness) {
            colour = colour.lighter(by: step)
        }
        return colour
    }
}
