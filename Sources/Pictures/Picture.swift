import Glibc

/// The picture of an object: a poster for a hero, a cover with a masthead for a comic, its heroes for an event, and a stack
/// of covers for a series.
package struct Picture: Sendable, Identifiable {
    /// The kinds of objects with pictures; the raw value is the word in paths.
    package enum Kind: String, CaseIterable, Sendable { case characters, comics, events, series }

    package struct ID: Hashable, Sendable {
        package let kind: Kind
        package let number: Int

        package init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }
    }

    package let id: ID
    let emblem: Emblem
    /// Varies details, so that objects with the same emblem have different pictures.
    let seed: UInt64

    package init(_ id: ID, _ emblem: Emblem, seed: UInt64) { (self.id, self.emblem, self.seed) = (id, emblem, seed) }

    /// Returns an SVG document of this size in pixels.
    func svg(width: Int, height: Int) -> [UInt8] {
        let palette = Palette(ground: emblem.ground, accent: emblem.accent)
        var canvas = CoverCanvas(width: max(width, 1), height: max(height, 1), palette: palette, seed: seed)
        switch id.kind {
        case .characters: canvas.drawPoster(emblem)
        case .comics: canvas.drawComic(emblem)
        case .events: canvas.drawEvent(emblem)
        case .series: canvas.drawSeries(emblem)
        }
        return canvas.finish()
    }
}

extension Picture {
    /// Returns a picture as an SVG document of this size in pixels, several as a mosaic, or without one the placeholder.
    package static func svg(_ pictures: [Picture], width: Int, height: Int) -> [UInt8] {
        guard let first = pictures.first else { return placeholder(width: width, height: height) }
        guard pictures.count > 1 else { return first.svg(width: width, height: height) }
        let palette = Palette(ground: first.emblem.ground, accent: first.emblem.accent)
        var canvas = CoverCanvas(width: max(width, 1), height: max(height, 1), palette: palette, seed: first.seed)
        canvas.drawMosaic(pictures.map(\.emblem))
        return canvas.finish()
    }

    /// Returns head and shoulders without a face.
    private static func placeholder(width: Int, height: Int) -> [UInt8] {
        let size = #"width="\#(width)" height="\#(height)""#
        return Array(
            ##"""
            <svg xmlns="http://www.w3.org/2000/svg" \##(size) viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">\##
            <path fill="#5a697b" d="M-100-100h300v300h-300z"/><g fill="#9fb2c2"><circle cx="50" cy="40" r="15"/>\##
            <path d="M20 90a30 30 0 0 1 60 0z"/></g></svg>
            """##.utf8)
    }

    /// The hue of the ground, or of the accent if the ground is nearly grey, in degrees of Oklch from 0 to 359.
    package var hue: Int {
        let ground = emblem.ground.colour
        let degrees = (ground.chroma < 0.05 ? emblem.accent.colour : ground).hue.rounded()
        return (Int(degrees) + 360) % 360
    }
}

extension Colour {
    /// The hue angle in Oklch, in degrees from -180 to 180.
    fileprivate var hue: Double { atan2(b, a) * 180 / .pi }
}
