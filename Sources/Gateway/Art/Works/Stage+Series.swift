/// A series' cover: the first issue on top of those that follow.
extension Stage {
    mutating func drawSeries(_ emblem: Emblem) {
        let table = palette.groundTint.mixed(with: palette.paper, 0.55)
        canvas.fill(table, canvas.box)
        halftone(table.lighter(by: -0.06), from: canvas.height, to: canvas.height * 0.3, 24, 2)
        let height = min(canvas.height * 0.8, canvas.width * 0.74 * 1.5)
        let top = Box(
            x: (canvas.width - height / 1.5) / 2, y: (canvas.height - height) / 2, width: height / 1.5, height: height)
        let lean = generator.flip() ? 1.0 : -1.0
        let spread = max(canvas.width - top.width * 2, 0) * 0.42
        let backs = [
            (-14.0, -spread, palette.accent), (14, spread, palette.groundDeep), (-7, -spread / 2, palette.groundTint),
            (7, spread / 2, palette.paper), (-2, 0, palette.deep),
        ]
        for (angle, shift, tone) in backs {
            let back = Path.rect(-top.width / 2, -top.height / 2, top.width, top.height).turned(lean * angle)
            let x = top.centre.x + lean * shift
            canvas.fill(palette.deep, back.moved(x + 5, top.centre.y + 6))
            canvas.fill(tone, back.moved(x, top.centre.y))
        }
        drawFirstIssue(emblem, in: top, tilt: -2 * lean)
    }

    private mutating func drawFirstIssue(_ emblem: Emblem, in box: Box, tilt: Double) {
        let outer = canvas.openSheet(in: box, tilt: tilt, width: 600, height: 900)
        area = canvas.box
        drawPoster(emblem)
        canvas.fill(palette.accent, Box(x: 0, y: 0, width: 600, height: 84))
        canvas.fill(palette.deep, Box(x: 0, y: 84, width: 600, height: 8))
        let stripes = [70.0, 130, 190].map { Box(x: 600 - $0 - 20, y: 26, width: 40, height: 32) }
        for stripe in stripes { canvas.fill(palette.deep, stripe) }
        canvas.fill(palette.paper, Box(x: 30, y: 26, width: 260, height: 32))
        canvas.closeSheet(back: outer)
        area = canvas.box
    }
}
