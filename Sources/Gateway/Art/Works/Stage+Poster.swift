/// A hero's poster: one motif on one ground.
extension Stage {
    mutating func drawPoster(_ emblem: Emblem) {
        let behind = emblem.layout.draw(on: &self)
        let tilt = generator.number(in: -2...2)
        if emblem.layout == .split {
            counterchange(emblem.motif.drawing, tilt: tilt)
        } else {
            canvas.place(emblem.motif.drawing, in: figure, inks: palette.inks(on: behind), tilt: tilt)
        }
    }

    /// Ground and figure change places along the middle of the sheet.
    private mutating func counterchange(_ drawing: Drawing, tilt: Double) {
        let (palette, figure, disc) = (palette, figure, disc(0.86))
        let half = canvas.width / 2
        let inks = Inks(main: palette.ground, behind: palette.accent, paper: palette.paper, deep: palette.deep)
        canvas.window(Box(x: 0, y: 0, width: half, height: canvas.height)) {
            $0.fill(palette.groundShade, disc)
            $0.place(drawing, in: figure, inks: palette.inks(on: palette.groundShade), tilt: tilt)
        }
        canvas.window(Box(x: half, y: 0, width: half, height: canvas.height)) {
            $0.fill(palette.accent, $0.box)
            $0.fill(palette.accentTint, disc)
            $0.place(drawing, in: figure, inks: inks, tilt: tilt)
        }
    }
}
