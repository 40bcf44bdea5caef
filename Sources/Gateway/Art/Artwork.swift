/// Draws emblems: posters for heroes, covers for all else.
package struct Artwork {
    /// Returns a whole SVG document of this many pixels; the seed varies small things.
    package static func svg(_ emblem: Emblem, kind: ArtKind, width: Int, height: Int, seed: UInt64) -> [UInt8] {
        let palette = Palette(ground: emblem.ground, accent: emblem.accent)
        var canvas = CoverCanvas(width: max(width, 1), height: max(height, 1), palette: palette, seed: seed)
        switch kind {
        case .character: canvas.drawPoster(emblem)
        case .comic: canvas.drawComic(emblem)
        case .event: canvas.drawEvent(emblem)
        case .series: canvas.drawSeries(emblem)
        }
        return canvas.finished()
    }
}
