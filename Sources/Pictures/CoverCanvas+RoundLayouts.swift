/// The layouts centred on the motif.
extension CoverCanvas {
    /// Draws rays behind a jagged star.
    mutating func drawBurst() -> Colour {
        let phase = generator.double(in: 0...25)
        fill(palette.ground, bounds)
        var rays: SVGText = ""
        for ray in 0..<14 {
            let bearing = phase + Double(ray) * 360 / 14
            let half = 90.0 / 14
            rays += .polygon([
                centre, centre + .polar(coveringRadius, bearing - half),
                centre + .polar(coveringRadius, bearing + half),
            ])
        }
        fill(palette.groundShade, rays)
        let star = (0..<40).map {
            Point.polar(radius * ($0 % 2 == 0 ? 0.97 : 0.76), phase + Double($0) * 9)
        }
        fill(palette.groundDeep, .polygon(star.map { $0 + centre + Point(10, 14) }))
        fill(palette.field, .polygon(star.map { $0 + centre }))
        stroke(palette.field.mixed(with: palette.ground, 0.6), 4, .polygon(star.map { $0 * 0.93 + centre }))
        return palette.field
    }

    /// Draws a disc with a beaded rim and a border.
    mutating func drawHalo() -> Colour {
        fill(palette.ground, bounds)
        halftone(palette.groundShade, from: height, to: height * 0.42, 28, 2)
        fill(palette.field, disc(0.82))
        stroke(palette.accentTint, 5, disc(0.76))
        let beads = palette.field.lightness > 0.8 ? palette.field : palette.accentTint
        stroke(beads, 10, disc(0.9), dashes: "0 23.3")
        stroke(palette.border, 24, bounds.expanded(by: -12).path, round: false)
        return palette.field
    }

    /// Draws concentric rings with two dots in orbit.
    mutating func drawRings() -> Colour {
        fill(palette.groundShade, bounds)
        let step = 0.24
        var share = (coveringRadius / radius / step).rounded() * step
        var even = true
        while share > 0.9 {
            fill(even ? palette.ground : palette.groundShade, disc(share))
            share -= step
            even.toggle()
        }
        fill(palette.groundTint, disc(0.88))
        fill(palette.field, disc(0.8))
        let bearing = generator.double(in: 18...46)
        dots(palette.paper, 40, [.polar(radius * 1.16, bearing) + centre])
        dots(palette.accent, 62, [.polar(radius * 1.16, bearing + 180) + centre])
        return palette.field
    }

    /// Fills the ground; `drawPoster` draws the two halves.
    mutating func drawSplit() -> Colour {
        fill(palette.ground, bounds)
        return palette.ground
    }

    /// Draws quarter rings about a lower corner and a folded corner opposite.
    mutating func drawCorner() -> Colour {
        fill(palette.ground, bounds)
        let left = generator.nextBool()
        let rings = [
            (0.99, palette.groundShade), (0.83, palette.ground), (0.67, palette.groundTint), (0.51, palette.ground),
            (0.3, palette.paper), (0.26, palette.accent),
        ]
        for (share, tone) in rings { fill(tone, .circle(Point(left ? 0 : width, height), height * share)) }
        let far = left ? width : 0
        let side = left ? -1.0 : 1.0
        fill(palette.paper, "M\(far) 0h\(side * 170)L\(far) 170z")
        for cut in [206.0, 232] { stroke(palette.paper, 6, "M\(far + side * cut) 0L\(far) \(cut)") }
        return palette.ground
    }
}

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
