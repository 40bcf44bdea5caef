/// Draws emblems: posters for heroes, covers for all else.
package struct Artwork {
    /// A whole SVG document of this many pixels; the seed varies small things.
    package static func svg(_ emblem: Emblem, kind: ArtKind, width: Int, height: Int, seed: UInt64) -> [UInt8] {
        var stage = Stage(
            canvas: Canvas(width: max(width, 1), height: max(height, 1)),
            palette: Palette(ground: emblem.ground, accent: emblem.accent),
            generator: SeededGenerator(seed: seed))
        poster(emblem, on: &stage)
        return stage.canvas.finished()
    }

    private static func poster(_ emblem: Emblem, on stage: inout Stage) {
        let behind = emblem.layout.draw(on: &stage)
        let tilt = stage.generator.number(in: -3...3)
        let figure = stage.figure
        if emblem.layout == .split {
            counterchange(emblem.motif.drawing, on: &stage)
        } else {
            stage.canvas.place(emblem.motif.drawing, in: figure, inks: stage.palette.inks(on: behind), tilt: tilt)
        }
    }

    /// Ground and figure change places in the middle.
    private static func counterchange(_ drawing: Drawing, on stage: inout Stage) {
        let palette = stage.palette
        let figure = stage.figure
        let (w, h) = (stage.canvas.width, stage.canvas.height)
        stage.canvas.window(Box(x: 0, y: 0, width: w / 2, height: h)) {
            $0.place(drawing, in: figure, inks: palette.inks(on: palette.ground))
        }
        stage.canvas.window(Box(x: w / 2, y: 0, width: w / 2, height: h)) {
            $0.fill(palette.accent, $0.box)
            $0.place(
                drawing, in: figure,
                inks: Inks(main: palette.ground, behind: palette.accent, paper: palette.paper, deep: palette.deep))
        }
    }
}
