/// The poster of a hero: one motif on one ground.
extension CoverCanvas {
    mutating func drawPoster(_ emblem: Emblem) {
        let behind = draw(emblem.layout)
        let tilt = generator.double(in: -2...2)
        if emblem.layout == .split {
            drawExchangedHalves(emblem.motif, tilt: tilt)
        } else {
            draw(emblem.motif, in: motifBox, inks: palette.inks(on: behind), tilt: tilt)
        }
    }

    /// Draws both halves of the sheet with the colours of ground and motif exchanged.
    private mutating func drawExchangedHalves(_ motif: Motif, tilt: Double) {
        let half = width / 2
        let inks = palette.inks(palette.ground, on: palette.accent)
        clip(to: Box(x: 0, y: 0, width: half, height: height)) {
            $0.fill($0.palette.groundShade, $0.disc(0.86))
            $0.draw(motif, in: $0.motifBox, inks: $0.palette.inks(on: $0.palette.groundShade), tilt: tilt)
        }
        clip(to: Box(x: half, y: 0, width: half, height: height)) {
            $0.fill($0.palette.accent, $0.bounds)
            $0.fill($0.palette.accentTint, $0.disc(0.86))
            $0.draw(motif, in: $0.motifBox, inks: inks, tilt: tilt)
        }
    }
}
