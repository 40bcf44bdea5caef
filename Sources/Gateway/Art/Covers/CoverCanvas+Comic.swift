/// The cover of a comic: a poster with masthead, corner box and bar code.
extension CoverCanvas {
    mutating func drawComic(_ emblem: Emblem) {
        let head = height * (height > width ? 0.185 : 0.2)
        area = Box(x: 0, y: head, width: width, height: height - head)
        drawPoster(emblem)
        drawMasthead(height: head)
        let code = Box(x: 26, y: height - 96, width: 116, height: 70)
        fill(palette.paper, code)
        stroke(
            palette.deep, 50, "M\(code.x + 12) \(code.centre.y)h94", dashes: "3 3 6 4 2 3 7 3 3 5", round: false)
    }

    private mutating func drawMasthead(height: Double) {
        fill(palette.accent, Box(x: 0, y: 0, width: width, height: height))
        fill(palette.deep, Box(x: 0, y: height - 8, width: width, height: 8))
        drawTitle(in: Box(x: 132, y: height * 0.2, width: min(width - 166, 620), height: height * 0.54))
        fill(palette.paper, Box(x: 26, y: height * 0.16, width: 78, height: height * 0.9))
        fill(palette.ground, Box(x: 34, y: height * 0.16 + 8, width: 62, height: height * 0.54))
        fill(palette.accent, .circle(Point(65, height * 0.16 + 8 + height * 0.27), 20))
        fill(palette.deep, Box(x: 38, y: height * 0.82, width: 54, height: 7))
        fill(palette.deep, Box(x: 38, y: height * 0.92, width: 34, height: 7))
    }

    /// Draws slanted blocks in place of a title's letters.
    private mutating func drawTitle(in box: Box) {
        var blocks: SVGText = ""
        let foot = box.y + box.height
        var x = box.x
        var words = 0
        while x < box.x + box.width - 40 {
            let wide = min(generator.double(in: 40...78), box.x + box.width - x)
            let top = box.y + (words % 3 == 0 ? 0 : box.height * 0.22)
            blocks += .polygon([Point(x + 10, top), Point(x + wide, top), Point(x + wide - 10, foot), Point(x, foot)])
            x += wide + (words % 3 == 2 ? 24 : 3)
            words += 1
        }
        let light = palette.accent.lightness > 0.6
        fill(palette.deep, blocks, transform: "translate(6 7)")
        fill(light ? palette.deep.mixed(with: palette.ground, 0.85) : palette.paper, blocks)
        stroke(palette.deep, 5, "M\(box.x) \(foot + 14)H\(x - 30)")
    }
}
