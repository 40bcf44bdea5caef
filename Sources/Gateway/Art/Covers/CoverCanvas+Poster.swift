/// A hero's poster: one motif on one ground.
extension CoverCanvas {
    mutating func drawPoster(_ emblem: Emblem) {
        let behind = draw(emblem.layout)
        let tilt = generator.number(in: -2...2)
        if emblem.layout == .split {
            counterchange(emblem.motif, tilt: tilt)
        } else {
            place(emblem.motif, in: figure, inks: palette.inks(on: behind), tilt: tilt)
        }
    }

    /// Ground and figure change places along the middle of the sheet.
    private mutating func counterchange(_ motif: Motif, tilt: Double) {
        let half = width / 2
        let inks = palette.inks(palette.ground, on: palette.accent)
        window(Box(x: 0, y: 0, width: half, height: height)) {
            $0.fill($0.palette.groundShade, $0.disc(0.86))
            $0.place(motif, in: $0.figure, inks: $0.palette.inks(on: $0.palette.groundShade), tilt: tilt)
        }
        window(Box(x: half, y: 0, width: half, height: height)) {
            $0.fill($0.palette.accent, $0.sheet)
            $0.fill($0.palette.accentTint, $0.disc(0.86))
            $0.place(motif, in: $0.figure, inks: inks, tilt: tilt)
        }
    }
}
