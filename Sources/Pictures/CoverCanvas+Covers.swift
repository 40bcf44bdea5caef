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

/// The cover of an event: its heroes between two bars.
extension CoverCanvas {
    mutating func drawEvent(_ emblem: Emblem) {
        let bar = height * 0.07
        drawHeroes(emblem, in: Box(x: 0, y: bar, width: width, height: height - 2 * bar))
        for y in [0, height - bar] { fill(palette.deep, Box(x: 0, y: y, width: width, height: bar)) }
        for y in [bar, height - bar - 9] { fill(palette.accent, Box(x: 0, y: y, width: width, height: 9)) }
    }
}

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
        if emblem.others.isEmpty {
            drawPoster(emblem)
        } else {
            drawHeroes(emblem, in: Box(x: 0, y: 92, width: 600, height: 808))
        }
        fill(palette.accent, Box(x: 0, y: 0, width: 600, height: 84))
        fill(palette.deep, Box(x: 0, y: 84, width: 600, height: 8))
        for x in [510.0, 450, 390] { fill(palette.deep, Box(x: x, y: 26, width: 40, height: 32)) }
        fill(palette.paper, Box(x: 30, y: 26, width: 260, height: 32))
    }
}

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
