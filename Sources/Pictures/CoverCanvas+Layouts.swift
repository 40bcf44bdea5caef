extension CoverCanvas {
    /// Draws the ground and returns the colour behind the motif.
    mutating func draw(_ layout: Layout) -> Colour {
        switch layout {
        case .burst: drawBurst()
        case .halo: drawHalo()
        case .stripes: drawStripes()
        case .diagonal: drawDiagonal()
        case .split: drawSplit()
        case .rings: drawRings()
        case .grid: drawGrid()
        case .night: drawNight()
        case .horizon: drawHorizon()
        case .tiles: drawTiles()
        case .waves: drawWaves()
        case .corner: drawCorner()
        }
    }
}

/// The design of the ground behind the motif.
enum Layout: Sendable, CaseIterable {
    case burst, halo, stripes, diagonal, split, rings, grid, night, horizon, tiles, waves, corner
}

/// The layouts of bands and panels.
extension CoverCanvas {
    /// Draws stripes that form an arch over the motif.
    mutating func drawStripes() -> Colour {
        fill(palette.ground, bounds)
        let tones = [
            palette.groundShade, palette.groundTint, palette.accent, palette.paper, palette.groundDeep, palette.field,
        ]
        let upright = generator.nextBool()
        let (foot, shoulder) = upright ? (height + 10, centre.y) : (-10, height - centre.y)
        for (index, tone) in tones.enumerated() {
            let r = radius * (1.16 - Double(index) * 0.075)
            let arch: SVGText = "a\(r) \(r) 0 0 \(upright ? "1" : "0" as SVGText) \(2 * r) 0"
            fill(tone, "M\(centre.x - r) \(foot)V\(shoulder)\(arch)V\(foot)z")
        }
        if upright { drawSteps() }
        return palette.field
    }

    /// Draws three steps below the arch, widest at the bottom.
    private mutating func drawSteps() {
        let rise = height * 0.055
        for (index, tone) in [palette.groundTint, palette.ground, palette.groundShade].enumerated() {
            let wide = radius * (1.5 + Double(index) * 0.36)
            let top = height - rise * Double(3 - index)
            fill(tone, Box(x: centre.x - wide / 2, y: top, width: wide, height: rise + 1))
        }
    }

    /// Draws a broad diagonal band between thin ones.
    mutating func drawDiagonal() -> Colour {
        fill(palette.ground, bounds)
        let long = coveringRadius * 2.4
        func bar(_ x: Double, _ width: Double) -> SVGText {
            Box(x: x, y: -long / 2, width: width, height: long).path
        }
        write("<g transform=\"translate(\(centre))rotate(\(generator.nextBool() ? 34 : -34))\">")
        fill(palette.groundShade, bar(0, long / 2))
        fill(palette.groundTint, bar(-195, 390))
        fill(palette.field, bar(-155, 310))
        fill(palette.accent, bar(228, 22) + bar(-250, 22))
        fill(palette.paper, bar(276, 8) + bar(-284, 8) + bar(302, 8) + bar(-310, 8))
        write("</g>")
        return palette.field
    }

    /// Draws a panel with a dotted shadow on a grid.
    mutating func drawGrid() -> Colour {
        fill(palette.ground, bounds)
        var rules: SVGText = ""
        for x in stride(from: 50.0, to: width, by: 50) { rules += "M\(x) 0V\(height)" }
        for y in stride(from: 50.0, to: height, by: 50) { rules += "M0 \(y)H\(width)" }
        stroke(palette.groundShade, 3, rules)
        let size = Point(area.width * 0.66, area.height * 0.64)
        let panel = Box(x: centre.x - size.x / 2, y: centre.y - size.y / 2, width: size.x, height: size.y)
        let shift = generator.nextBool() ? 44.0 : -44.0
        clip(to: Box(x: panel.x + shift, y: panel.y + 44, width: panel.width, height: panel.height)) {
            var dots: SVGText = ""
            for y in stride(from: panel.y + 44, to: panel.y + panel.height + 60, by: 18) {
                dots += "M0 \(y)H\($0.width)"
            }
            $0.stroke($0.palette.accent, 11, dots, dashes: "0 18")
        }
        fill(palette.field, panel)
        stroke(palette.ground, 4, panel.expanded(by: -14).path, round: false)
        return palette.field
    }

    /// Draws a mosaic of quarter circles, triangles and dots.
    mutating func drawTiles() -> Colour {
        fill(palette.ground, bounds)
        let columns = max(Int((width / 150).rounded()), 4)
        let rows = max(Int((height / 150).rounded()), 4)
        let size = Point(width / Double(columns), height / Double(rows))
        let tones = [palette.groundShade, palette.groundTint, palette.groundDeep, palette.accent, palette.paper]
        var layers = tones.map { _ in "" as SVGText }
        for cell in 0..<columns * rows {
            let middle = Point((Double(cell % columns) + 0.5) * size.x, (Double(cell / columns) + 0.5) * size.y)
            let (choice, turns) = (generator.next() % 5, generator.next() % 4)
            let tone = [0, 0, 0, 1, 1, 1, 2, 2, 3, 4][Int(generator.next() % 10)]
            layers[tone] += Self.tile(choice) { x, y in
                let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][Int(turns)]
                return Point(x * size.x / 2, y * size.y / 2) + middle
            }
        }
        for (path, tone) in zip(layers, tones) where !path.bytes.isEmpty { fill(tone, path) }
        fill(palette.ground, disc(0.9))
        fill(palette.field, disc(0.84))
        return palette.field
    }

    /// Returns one tile, two units wide, with its points mapped by `at`.
    private static func tile(_ choice: UInt64, at: (Double, Double) -> Point) -> SVGText {
        switch choice {
        case 0: "M\(at(-1, -1))L\(at(1, -1))C\(at(1, 0.1046)) \(at(0.1046, 1)) \(at(-1, 1))z"
        case 1: .polygon([at(-1, -1), at(1, -1), at(-1, 1)])
        case 2: "M\(at(-1, -1))C\(at(0.333, -1)) \(at(0.333, 1)) \(at(-1, 1))z"
        case 3:
            "M\(at(-0.62, 0))C\(at(-0.62, -0.826)) \(at(0.62, -0.826)) \(at(0.62, 0))S\(at(-0.62, 0.826)) \(at(-0.62, 0))z"
        default: .polygon([at(-1, -1), at(0, -1), at(0, 1), at(-1, 1)])
        }
    }
}
