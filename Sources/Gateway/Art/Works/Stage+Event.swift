/// An event's cover: the motif twice, once too large for its frame.
extension Stage {
    mutating func drawEvent(_ emblem: Emblem) {
        let bar = canvas.height * 0.07
        canvas.fill(palette.groundDeep, canvas.box)
        drawVastness(emblem.motif.drawing)
        area = canvas.box.grown(by: -bar)
        drawSlash()
        canvas.place(
            emblem.motif.drawing, in: figure, inks: palette.inks(on: palette.field), tilt: generator.number(in: -4...4))
        for y in [0, canvas.height - bar] {
            canvas.fill(palette.deep, Box(x: 0, y: y, width: canvas.width, height: bar))
        }
        for y in [bar, canvas.height - bar - 9] {
            canvas.fill(palette.accent, Box(x: 0, y: y, width: canvas.width, height: 9))
        }
    }

    /// The motif as a backdrop, in the tones of the ground.
    private mutating func drawVastness(_ drawing: Drawing) {
        let vast = figure.grown(by: max(canvas.width, canvas.height) * 0.4)
        let inks = Inks(
            main: palette.ground, shade: palette.groundShade, light: palette.groundTint, contrast: palette.groundDeep,
            cut: palette.groundDeep)
        canvas.place(drawing, in: vast, inks: inks, tilt: generator.flip() ? 12 : -12)
    }

    /// A band torn across the sheet, jagged on both sides.
    private mutating func drawSlash() {
        let half = area.height * 0.2
        let rise = canvas.width * 0.12 * (generator.flip() ? 1 : -1)
        let teeth = 9
        var upper: [Point] = []
        var lower: [Point] = []
        for tooth in 0...teeth {
            let share = Double(tooth) / Double(teeth)
            let jag = (tooth % 2 == 0 ? 1 : -1) * generator.number(in: 8...34)
            let middle = centre.y + rise * (share - 0.5) * 2
            upper.append(Point(canvas.width * share * 1.04 - 10, middle - half + jag))
            lower.append(Point(canvas.width * share * 1.04 - 10, middle + half + jag))
        }
        let band = Path.polygon(upper + lower.reversed())
        canvas.fill(palette.accent, band.scaled(1, 1.1).moved(0, -centre.y * 0.1))
        canvas.fill(palette.field, band)
    }
}
