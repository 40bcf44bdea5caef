/// The drawing of emblems: a poster for a hero, a cover with a masthead for a comic, an oversized motif for an event,
/// and a stack of covers for a series.
struct Artwork {
    /// Returns an SVG document of this size in pixels; the seed varies details.
    static func svg(_ emblem: Emblem, kind: Kind, width: Int, height: Int, seed: UInt64) -> [UInt8] {
        let palette = Palette(ground: emblem.ground, accent: emblem.accent)
        var canvas = CoverCanvas(width: max(width, 1), height: max(height, 1), palette: palette, seed: seed)
        switch kind {
        case .characters, .creators, .stories: canvas.drawPoster(emblem)
        case .comics: canvas.drawComic(emblem)
        case .events: canvas.drawEvent(emblem)
        case .series: canvas.drawSeries(emblem)
        }
        return canvas.finish()
    }
}
