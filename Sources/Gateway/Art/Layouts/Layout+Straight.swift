/// Layouts of bands and fields.
extension Layout {
    /// Stripes that bend over the motif as a gate does.
    static func stripes(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let tones = [
            palette.groundShade, palette.groundTint, palette.accent, palette.paper, palette.groundDeep, palette.field,
        ]
        let upright = stage.generator.flip()
        for (index, tone) in tones.enumerated() {
            let radius = stage.radius * (1.16 - Double(index) * 0.075)
            let arch = gate(radius, centre: stage.centre, foot: canvas.height + 10)
            stage.canvas.fill(tone, upright ? arch : arch.mapped { Point($0.x, canvas.height - $0.y) })
        }
        if upright { steps(on: &stage) }
        return palette.field
    }

    /// Three steps up to the gate, the lowest the widest.
    private static func steps(on stage: inout Stage) {
        let (palette, canvas) = (stage.palette, stage.canvas)
        let rise = canvas.height * 0.055
        for (index, tone) in [palette.groundTint, palette.ground, palette.groundShade].enumerated() {
            let wide = stage.radius * (1.5 + Double(index) * 0.36)
            let top = canvas.height - rise * Double(3 - index)
            stage.canvas.fill(tone, Box(x: stage.centre.x - wide / 2, y: top, width: wide, height: rise + 1))
        }
    }

    private static func gate(_ radius: Double, centre: Point, foot: Double) -> Path {
        let y = centre.y
        let handle = radius * 0.5523
        return .from(centre.x - radius, foot).line(centre.x - radius, y)
            .curve(centre.x - radius, y - handle, centre.x - handle, y - radius, centre.x, y - radius)
            .curve(centre.x + handle, y - radius, centre.x + radius, y - handle, centre.x + radius, y)
            .line(centre.x + radius, foot).closed
    }

    /// One broad band across, with thin ones beside it.
    static func diagonal(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let turn = stage.generator.flip() ? 34.0 : -34.0
        let long = stage.reach * 2.4
        let centre = stage.centre
        let place = { (path: Path) in path.turned(turn).moved(centre.x, centre.y) }
        stage.canvas.fill(palette.groundShade, place(.rect(0, -long / 2, long / 2, long)))
        stage.canvas.fill(palette.groundTint, place(.rect(-195, -long / 2, 390, long)))
        stage.canvas.fill(palette.field, place(.rect(-155, -long / 2, 310, long)))
        stage.canvas.fill(palette.accent, place(.rect(228, -long / 2, 22, long) + .rect(-250, -long / 2, 22, long)))
        for offset in [276.0, 302] {
            let pair = Path.rect(offset, -long / 2, 8, long) + .rect(-offset - 8, -long / 2, 8, long)
            stage.canvas.fill(palette.paper, place(pair))
        }
        return palette.field
    }

    /// A panel on ruled paper, its shadow printed in dots.
    static func grid(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        var rules = Path()
        for x in stride(from: 50.0, to: canvas.width, by: 50) { rules = rules + .polyline(x, 0, x, canvas.height) }
        for y in stride(from: 50.0, to: canvas.height, by: 50) { rules = rules + .polyline(0, y, canvas.width, y) }
        stage.canvas.stroke(palette.groundShade, 3, rules)
        let size = Point(stage.area.width * 0.66, stage.area.height * 0.64)
        let panel = Box(
            x: stage.centre.x - size.x / 2, y: stage.centre.y - size.y / 2, width: size.x, height: size.y)
        let shift = stage.generator.flip() ? 44.0 : -44.0
        stage.canvas.window(Box(x: panel.x + shift, y: panel.y + 44, width: panel.width, height: panel.height)) {
            let rows = stride(from: panel.y + 44, to: panel.y + panel.height + 60, by: 18).map { $0 }
            let dots = rows.reduce(Path()) { $0 + .polyline(0, $1, canvas.width, $1) }
            $0.stroke(palette.accent, 11, dots, dashes: "0 18")
        }
        stage.canvas.fill(palette.field, panel)
        let edge = panel.grown(by: -14)
        stage.canvas.stroke(palette.ground, 4, .rect(edge.x, edge.y, edge.width, edge.height), round: false)
        return palette.field
    }

    /// A mosaic of quarter circles, triangles and dots.
    static func tiles(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let columns = max(Int((canvas.width / 150).rounded()), 4)
        let rows = max(Int((canvas.height / 150).rounded()), 4)
        let size = Point(canvas.width / Double(columns), canvas.height / Double(rows))
        let tones = [palette.groundShade, palette.groundTint, palette.groundDeep, palette.accent, palette.paper]
        var layers = tones.map { _ in Path() }
        for cell in 0..<columns * rows {
            let corner = Point(Double(cell % columns) * size.x, Double(cell / columns) * size.y)
            let shape = tile(Int(stage.generator.next() % 5)).turned(Double(stage.generator.next() % 4) * 90)
            let tone = [0, 0, 0, 1, 1, 1, 2, 2, 3, 4][Int(stage.generator.next() % 10)]
            layers[tone].segments +=
                shape.scaled(size.x / 2, size.y / 2).moved(corner.x + size.x / 2, corner.y + size.y / 2).segments
        }
        for (path, tone) in zip(layers, tones) where !path.segments.isEmpty { stage.canvas.fill(tone, path) }
        stage.canvas.fill(palette.ground, stage.disc(0.9))
        stage.canvas.fill(palette.field, stage.disc(0.84))
        return palette.field
    }

    /// One tile of the pattern, two units across.
    private static func tile(_ choice: Int) -> Path {
        switch choice {
        case 0: .from(-1, -1).line(1, -1).curve(1, 0.1046, 0.1046, 1, -1, 1).closed
        case 1: .polygon(-1, -1, 1, -1, -1, 1)
        case 2: .from(-1, -1).curve(0.333, -1, 0.333, 1, -1, 1).closed
        case 3: .circle(0, 0, 0.62)
        default: .rect(-1, -1, 1, 2)
        }
    }
}
