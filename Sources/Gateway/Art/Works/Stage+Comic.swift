/// A comic's cover: masthead, corner box and bar code about a poster in motion.
extension Stage {
    mutating func drawComic(_ emblem: Emblem) {
        let sheet = canvas.box
        let head = sheet.height * (sheet.height > sheet.width ? 0.185 : 0.2)
        area = Box(x: 0, y: head, width: sheet.width, height: sheet.height - head)
        drawPoster(emblem)
        drawMasthead(height: head)
        drawBarCode()
    }

    private mutating func drawMasthead(height: Double) {
        let band = palette.accent
        canvas.fill(band, Box(x: 0, y: 0, width: canvas.width, height: height))
        canvas.fill(palette.deep, Box(x: 0, y: height - 8, width: canvas.width, height: 8))
        let title = Box(x: 132, y: height * 0.2, width: min(canvas.width - 166, 620), height: height * 0.54)
        drawTitle(in: title, on: band)
        canvas.fill(palette.paper, Box(x: 26, y: height * 0.16, width: 78, height: height * 0.9))
        canvas.fill(palette.ground, Box(x: 34, y: height * 0.16 + 8, width: 62, height: height * 0.54))
        canvas.fill(palette.accent, .circle(65, height * 0.16 + 8 + height * 0.27, 20))
        canvas.fill(palette.deep, Box(x: 38, y: height * 0.82, width: 54, height: 7))
        canvas.fill(palette.deep, Box(x: 38, y: height * 0.92, width: 34, height: 7))
    }

    /// Blocks as heavy as a title's letters, leaning as they do, that spell nothing.
    private mutating func drawTitle(in box: Box, on band: Colour) {
        var blocks = Path()
        var x = box.x
        var words = 0
        while x < box.x + box.width - 40 {
            let wide = min(generator.number(in: 40...78), box.x + box.width - x)
            let low = words % 3 == 0 ? 0 : box.height * 0.22
            let (top, foot) = (box.y + low, box.y + box.height)
            blocks.segments += Path.polygon(x + 10, top, x + wide, top, x + wide - 10, foot, x, foot).segments
            x += wide + (words % 3 == 2 ? 24 : 3)
            words += 1
        }
        canvas.fill(palette.deep, blocks.moved(6, 7))
        canvas.fill(band.lightness > 0.6 ? palette.deep.mixed(with: palette.ground, 0.85) : palette.paper, blocks)
        let rule = Path.polyline(box.x, box.y + box.height + 14, x - 30, box.y + box.height + 14)
        canvas.stroke(palette.deep, 5, rule)
    }

    private mutating func drawBarCode() {
        let place = Box(x: 26, y: canvas.height - 96, width: 116, height: 70)
        canvas.fill(palette.paper, place)
        let y = place.centre.y
        canvas.stroke(
            palette.deep, 50, .polyline(place.x + 12, y, place.x + place.width - 10, y),
            dashes: "3 3 6 4 2 3 7 3 3 5", round: false)
    }
}
