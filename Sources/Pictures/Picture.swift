/// The picture of an object: a poster for a hero, a cover with a masthead for a comic, its heroes for an event, and a stack
/// of covers for a series.
package struct Picture: Sendable, Identifiable {
    /// The kinds of objects with pictures; the raw value is the word in paths.
    package enum Kind: String, CaseIterable, Sendable { case characters, comics, events, series }

    package struct ID: Hashable, Sendable {
        let kind: Kind
        let number: Int

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
