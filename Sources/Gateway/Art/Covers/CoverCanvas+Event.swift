/// The cover of an event: the motif twice, once larger than the frame.
extension CoverCanvas {
    mutating func drawEvent(_ emblem: Emblem) {
        let bar = height * 0.07
        fill(palette.groundDeep, bounds)
        drawBackdrop(emblem.motif)
        area = bounds.expanded(by: -bar)
        drawSlash()
        draw(emblem.motif, in: motifBox, inks: palette.inks(on: palette.field), tilt: generator.double(in: -4...4))
        for y in [0, height - bar] { fill(palette.deep, Box(x: 0, y: y, width: width, height: bar)) }
        for y in [bar, height - bar - 9] { fill(palette.accent, Box(x: 0, y: y, width: width, height: 9)) }
    }

    /// Draws the motif as a backdrop, in tones of the ground.
    private mutating func drawBackdrop(_ motif: Motif) {
        let oversized = motifBox.expanded(by: max(width, height) * 0.4)
        let inks: [Ink: Colour] = [
            .main: palette.ground, .shade: palette.groundShade, .light: palette.groundTint,
            .contrast: palette.groundDeep, .cut: palette.groundDeep,
        ]
        draw(motif, in: oversized, inks: inks, tilt: generator.nextBool() ? 12 : -12)
    }

    /// Draws a jagged band across the sheet.
    private mutating func drawSlash() {
        let half = area.height * 0.2
        let rise = width * 0.12 * (generator.nextBool() ? 1 : -1)
        var upper: [Point] = []
        var lower: [Point] = []
        for tooth in 0...9 {
            let share = Double(tooth) / 9
            let jag = (tooth % 2 == 0 ? 1 : -1) * generator.double(in: 8...34)
            let middle = Point(width * share * 1.04 - 10, centre.y + rise * (share - 0.5) * 2 + jag)
            upper.append(middle + Point(0, -half))
            lower.append(middle + Point(0, half))
        }
        let band = SVGText.polygon(upper + lower.reversed())
        fill(palette.accent, band, transform: "translate(0 \(-centre.y * 0.1))scale(1 1.1)")
        fill(palette.field, band)
    }
}
