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
