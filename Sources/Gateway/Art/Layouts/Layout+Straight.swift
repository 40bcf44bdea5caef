/// Layouts of bands and fields.
extension Layout {
    static func stripes(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let unit = canvas.width / 12
        var x = 0.0
        var tone = false
        for share in [0.5, 1, 0.75, 0.75, 1, 0.5, 3, 0.5, 1, 0.75, 0.75, 1, 0.5] {
            if tone {
                stage.canvas.fill(palette.groundShade, Box(x: x, y: 0, width: unit * share, height: canvas.height))
            }
            x += unit * share
            tone.toggle()
        }
        let band = Box(x: 0, y: stage.centre.y - 150, width: canvas.width, height: 300)
        stage.canvas.fill(palette.field, band)
        stage.canvas.fill(palette.groundTint, Box(x: 0, y: band.y - 22, width: canvas.width, height: 10))
        stage.canvas.fill(palette.groundTint, Box(x: 0, y: band.y + 312, width: canvas.width, height: 10))
        return palette.field
    }

    static func diagonal(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let turn = stage.generator.flip() ? 34.0 : -34.0
        let long = stage.reach * 2.4
        let centre = stage.centre
        let place = { (path: Path) in path.turned(turn).moved(centre.x, centre.y) }
        stage.canvas.fill(palette.groundShade, place(.rect(0, -long / 2, long / 2, long)))
        stage.canvas.fill(palette.groundTint, place(.rect(-190, -long / 2, 380, long)))
        stage.canvas.fill(palette.field, place(.rect(-150, -long / 2, 300, long)))
        for offset in [230.0, 262, 294] {
            stage.canvas.fill(
                palette.groundTint, place(.rect(offset, -long / 2, 10, long) + .rect(-offset - 10, -long / 2, 10, long))
            )
        }
        return palette.field
    }

    static func grid(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        stage.halftone(palette.groundShade, from: 0, to: stage.centre.y, 30, 3)
        stage.halftone(palette.groundShade, from: canvas.height, to: stage.centre.y, 30, 3)
        stage.frame(palette.field, 14, inset: 26)
        return palette.ground
    }

    static func tiles(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let columns = max(Int((canvas.width / 150).rounded()), 4)
        let rows = max(Int((canvas.height / 150).rounded()), 4)
        let size = Point(canvas.width / Double(columns), canvas.height / Double(rows))
        var layers = [Path(), Path(), Path()]
        for cell in 0..<columns * rows {
            let corner = Point(Double(cell % columns) * size.x, Double(cell / columns) * size.y)
            let shape = tile(Int(stage.generator.next() % 5)).turned(Double(stage.generator.next() % 4) * 90)
            layers[Int(stage.generator.next() % 3)].segments +=
                shape.scaled(size.x / 2, size.y / 2)
                .moved(corner.x + size.x / 2, corner.y + size.y / 2).segments
        }
        for (path, tone) in zip(layers, [palette.groundShade, palette.groundTint, palette.groundDeep]) {
            stage.canvas.fill(tone, path)
        }
        stage.canvas.fill(palette.field, stage.disc(0.8))
        return palette.field
    }

    /// One tile of the pattern, two units across.
    private static func tile(_ choice: Int) -> Path {
        let quarter = Path.from(-1, -1).line(1, -1).curve(1, 0.1046, 0.1046, 1, -1, 1).closed
        return switch choice {
        case 0: quarter
        case 1: .polygon(-1, -1, 1, -1, -1, 1)
        case 2: .from(-1, -1).curve(0.333, -1, 0.333, 1, -1, 1).closed
        case 3: .circle(0, 0, 0.62)
        default: .rect(-1, -1, 1, 2)
        }
    }
}
