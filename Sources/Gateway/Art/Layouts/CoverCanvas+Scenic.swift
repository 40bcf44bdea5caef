import Glibc

/// The layouts with a landscape.
extension CoverCanvas {
    /// Draws a large moon over a skyline.
    mutating func drawNight() -> Colour {
        let sky = palette.ground.darker(by: 0.1).with(lightness: min(max(palette.ground.lightness - 0.12, 0.25), 0.5))
        let moon = sky.lighter(by: 0.11)
        fill(sky, bounds)
        fill(sky.lighter(by: 0.055), disc(1.04))
        let stars = (0..<26).map { _ in
            Point(generator.double(in: 20...width - 20), generator.double(in: 15...height * 0.6))
        }
        dots(palette.paper, 5, stars)
        dots(palette.paper, 10, Array(stars.prefix(5)))
        fill(moon, disc(0.86))
        let spots = [Point(-0.5, -0.4), Point(0.5, -0.52), Point(0.58, 0.3)].map { $0 * radius + centre }
        dots(sky.lighter(by: 0.08), 66, spots)
        drawSkyline()
        return moon
    }

    private mutating func drawSkyline() {
        var roofs = [Point(0, height)]
        var panes: SVGText = ""
        var x = 0.0
        while x < width {
            let wide = generator.double(in: 46...92)
            let top = height * generator.double(in: 0.76...0.91)
            roofs += [Point(x, top), Point(min(x + wide, width), top)]
            for column in 0..<2 {
                for row in 0..<3 where generator.nextBool() {
                    panes += "M\(x + 14 + Double(column) * 20) \(top + 18 + Double(row) * 24)h9v12h-9z"
                }
            }
            x += wide
        }
        fill(palette.deep.with(lightness: 0.15), .polygon(roofs + [Point(width, height)]))
        fill(palette.accent.lightness > 0.5 ? palette.accent : palette.accent.with(lightness: 0.78), panes)
    }

    /// Draws a sun with bands of haze over two hills.
    mutating func drawHorizon() -> Colour {
        let (w, h) = (width, height)
        let line = h * 0.7
        for band in 0..<5 {
            let tone = palette.groundDeep.mixed(with: palette.groundTint, Double(band) / 4)
            let top = line * Double(band) / 5
            fill(tone, Box(x: 0, y: top, width: w, height: line - top + 60))
        }
        fill(palette.field, disc(0.86))
        for slit in 0..<4 {
            let y = centre.y + radius * (0.3 + 0.14 * Double(slit))
            fill(palette.groundTint, Box(x: 0, y: y, width: w, height: 5 + Double(slit) * 4))
        }
        let lean = generator.double(in: -60...60)
        let far: SVGText =
            "C\(w * 0.3) \(line - 40 + lean) \(w * 0.6) \(line + 90 - lean) \(w) \(line + 10)"
        fill(palette.groundDeep.darker(by: 0.04), "M0 \(h)V\(line + 30)\(far)V\(h)z")
        let near: SVGText = "C\(w * 0.35) \(h * 0.76) \(w * 0.6) \(h * 0.89 + lean) \(w) \(h * 0.83)"
        let shore: SVGText = "M-20 \(h + 20)V\(h * 0.845)L0 \(h * 0.84)\(near)L\(w + 20) \(h * 0.825)V\(h + 20)z"
        fill(palette.deep, shore, edge: palette.accent)
        return palette.field
    }

    /// Draws waves below a low sun.
    mutating func drawWaves() -> Colour {
        fill(palette.ground, bounds)
        fill(palette.groundTint, disc(0.98))
        fill(palette.field, disc(0.84))
        let tones = [palette.groundTint, palette.groundShade, palette.groundDeep, palette.deep]
        let phase = generator.double(in: 0...6)
        for (index, tone) in tones.enumerated() {
            // Half waves of a sine with 82 units per radian and a height of 26, each one cubic curve, from outside the
            // sheet.
            let zero = -82 * (phase + Double(index) * 1.7).truncatingRemainder(dividingBy: 2 * .pi)
            let start = zero < -10 ? zero : zero - 515.2
            var swell: SVGText = "M\(start) \(height * (0.63 + 0.1 * Double(index)))c109.3 34.7 148.3 34.7 257.6 0"
            for half in 1...Int((width + 10 - start) / 257.6) {
                swell += "s148.3 \(half % 2 == 0 ? 34.7 : -34.7) 257.6 0"
            }
            fill(tone, "\(swell)V\(height + 20)H\(start)z", edge: index % 2 == 0 ? palette.paper : palette.accent)
        }
        return palette.field
    }
}
