/// Draws emblems: posters for heroes, covers for all else.
package struct Artwork {
    /// A whole SVG document of this many pixels; the seed varies small things.
    package static func svg(_ emblem: Emblem, kind: ArtKind, width: Int, height: Int, seed: UInt64) -> [UInt8] {
        var stage = Stage(
            canvas: Canvas(width: max(width, 1), height: max(height, 1)),
            palette: Palette(ground: emblem.ground, accent: emblem.accent),
            seed: seed)
        switch kind {
        case .character: stage.drawPoster(emblem)
        case .comic: stage.drawComic(emblem)
        case .event: stage.drawEvent(emblem)
        case .series: stage.drawSeries(emblem)
        }
        return stage.canvas.finished()
    }
}
