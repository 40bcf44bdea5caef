/// The cover of a series: the first issue on top of a stack.
extension CoverCanvas {
    mutating func drawSeries(_ emblem: Emblem) {
        let table = palette.groundTint.mixed(with: palette.paper, 0.55)
        fill(table, bounds)
        halftone(table.lighter(by: -0.06), from: height, to: height * 0.3, 24, 2)
        let tall = min(height * 0.8, width * 0.74 * 1.5)
        let top = Box(x: (width - tall / 1.5) / 2, y: (height - tall) / 2, width: tall / 1.5, height: tall)
        let lean = generator.nextBool() ? 1.0 : -1.0
        let spread = max(width - top.width * 2, 0) * 0.42
        let backs = [
            (-14.0, -spread, palette.accent), (14, spread, palette.groundDeep), (-7, -spread / 2, palette.groundTint),
            (7, spread / 2, palette.paper), (-2, 0, palette.deep),
        ]
        let back = Box(x: -top.width / 2, y: -top.height / 2, width: top.width, height: top.height).path
        for (angle, shift, tone) in backs {
            let middle = top.centre + Point(lean * shift, 0)
            fill(palette.deep, back, transform: "translate(\(middle + Point(5, 6)))rotate(\(lean * angle))")
            fill(tone, back, transform: "translate(\(middle))rotate(\(lean * angle))")
        }
        drawSheet(in: top, tilt: -2 * lean, width: 600, height: 900) { $0.drawFirstIssue(emblem) }
    }

    private mutating func drawFirstIssue(_ emblem: Emblem) {
        drawPoster(emblem)
        fill(palette.accent, Box(x: 0, y: 0, width: 600, height: 84))
        fill(palette.deep, Box(x: 0, y: 84, width: 600, height: 8))
        for x in [510.0, 450, 390] { fill(palette.deep, Box(x: x, y: 26, width: 40, height: 32)) }
        fill(palette.paper, Box(x: 30, y: 26, width: 260, height: 32))
    }
}
