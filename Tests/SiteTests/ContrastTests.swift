import Foundation
import Testing

/// A checker such as axe cannot judge texts over a gradient, so this computes their contrast (WCAG 2.2, 1.4.3) for every
/// hue that the picture of a hero or a work can have, 0 to 359 degrees, and for pages without one.
@Suite("Contrast of texts with the gradient of a page, by hue")
struct ContrastTests {
    private enum Scheme: String, CaseIterable { case light, dark }

    @Test(
        "ink (names, headings, descriptions, links, names on cards), quiet text (terms, totals, summaries, hints, footer) and accent text (brand, links under the pointer, status of an error) have at least 4.5 : 1, quiet text 7 : 1, from the top of the gradient to its end",
        arguments: Scheme.allCases, [false, true])
    private func gradient(scheme: Scheme, prefersContrast: Bool) throws {
        let palettes = try Self.palettes(scheme, prefersContrast: prefersContrast)
        try #require(palettes.count == 361)
        for text in ["ink", "quiet", "accent"] {
            let worst = try palettes.map { palette in
                try Self.grounds(palette).map { try Self.colour(text, palette).contrast(to: $0) }.min() ?? 0
            }
            let hue = worst.indices.min { worst[$0] < worst[$1] } ?? 0
            #expect(worst[hue] >= (text == "quiet" ? 7 : 4.5), "\(text) at \(hue == 360 ? "no hue" : "\(hue)°")")
        }
    }

    @Test(
        "ink and quiet text have at least 4.5 : 1 on plates (fields, menu) and shades (notices, numbers of favourites)",
        arguments: Scheme.allCases, [false, true])
    private func plates(scheme: Scheme, prefersContrast: Bool) throws {
        let palettes = try Self.palettes(scheme, prefersContrast: prefersContrast)
        for (text, ground) in [("ink", "plate"), ("ink", "shade"), ("quiet", "plate"), ("quiet", "shade")] {
            let worst = try palettes.map { try Self.colour(text, $0).contrast(to: Self.colour(ground, $0)) }.min() ?? 0
            #expect(worst >= 4.5, "\(text) on \(ground)")
        }
    }

    /// Returns colours from the top of the gradient to its end, which browsers interpolate in Oklab.
    private static func grounds(_ palette: [String: String]) throws -> [Colour] {
        let end = try colour("paper", palette)
        let start = palette["glow"] == nil ? end : try colour("glow", palette)
        return (0...8).map { start.mixed(with: end, Double($0) / 8) }
    }

    /// Returns the custom properties by name, for each hue and last for a page without one.
    private static func palettes(_ scheme: Scheme, prefersContrast: Bool) throws -> [[String: String]] {
        let styles = try file("Public/site.css")
        var site = properties(styles, of: ":root{")
        if scheme == .dark {
            site.merge(properties(styles, after: "@media screen and (prefers-color-scheme:dark){", of: ":root{")) { $1 }
        }
        var contrast: [String: String] = [:]
        if prefersContrast {
            let start = "@media (prefers-contrast:more){"
            contrast = properties(styles, after: start, of: ":root:root:root{")
            if scheme == .dark {
                contrast.merge(properties(styles, after: start, of: "(prefers-color-scheme:dark){:root:root:root{")) {
                    $1
                }
            }
        }
        // The selector of a page's hue is more specific than those of the site, and that of more contrast than both.
        let template = try file("Templates/hue.html")
        var hue = properties(template, of: ":root:root{")
        if scheme == .dark {
            hue.merge(properties(template, after: "(prefers-color-scheme:dark)", of: ":root:root{")) { $1 }
        }
        return ((0..<360).map { degrees in site.merging(hue) { $1 }.merging(["hue": String(degrees)]) { $1 } } + [site])
            .map { $0.merging(contrast) { $1 } }
    }

    private static func file(_ name: String) throws -> String {
        try String(contentsOfFile: SiteUnderTest.root + "/" + name, encoding: .utf8)
    }

    /// Returns the custom properties of the first rule with the selector after the text.
    private static func properties(
        _ styles: String, after start: String = "", of selector: String
    ) -> [String: String] {
        var rest = styles[...]
        for text in [start, selector] where !text.isEmpty {
            guard let range = rest.firstRange(of: text) else { return [:] }
            rest = rest[range.upperBound...]
        }
        let declarations = rest.prefix { $0 != "}" }
        let pairs = declarations.matches(of: /--([a-z]+):([^;]+)(?:;|$)/).map { (String($0.1), String($0.2)) }
        return Dictionary(pairs) { $1 }
    }

    private static func colour(_ name: String, _ palette: [String: String]) throws -> Colour {
        let value = try #require(palette[name], "\(name)")
        if let other = value.wholeMatch(of: /var\(--([a-z]+)\)/) { return try colour(String(other.1), palette) }
        if let hex = value.wholeMatch(of: /#([0-9a-f]{6})/) {
            return Colour(rgb: try #require(UInt32(hex.1, radix: 16)))
        }
        let parts = try #require(value.wholeMatch(of: /oklch\(([0-9.]+)% ([0-9.]+) var\(--hue\)\)/), "\(value)")
        let (lightness, chroma) = (try #require(Double(parts.1)), try #require(Double(parts.2)))
        let hue = try #require(palette["hue"].flatMap(Double.init)) * .pi / 180
        return Colour(lightness: lightness / 100, a: chroma * cos(hue), b: chroma * sin(hue))
    }
}

/// A colour in Oklab.
private struct Colour {
    var lightness, a, b: Double

    init(lightness: Double, a: Double, b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

    init(rgb: UInt32) {
        let channels = [16, 8, 0].map { shift in
            let value = Double(rgb >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = (channels[0], channels[1], channels[2])
        let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
        let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
        let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
        lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
        a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
        b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
    }

    func mixed(with other: Colour, _ share: Double) -> Colour {
        Colour(
            lightness: lightness + (other.lightness - lightness) * share, a: a + (other.a - a) * share,
            b: b + (other.b - b) * share)
    }

    func contrast(to other: Colour) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The relative luminance in sRGB, with colours outside of it clipped as browsers do.
    private var luminance: Double {
        let l = pow(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b, 3)
        let m = pow(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b, 3)
        let s = pow(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b, 3)
        let red = 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s
        let green = -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s
        let blue = -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s
        let clipped = [red, green, blue].map { min(max($0, 0), 1) }
        return 0.2126 * clipped[0] + 0.7152 * clipped[1] + 0.0722 * clipped[2]
    }
}
