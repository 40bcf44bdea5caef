import Glibc

/// Layouts that hint at a place.
extension Layout {
    /// A great moon over the roofs of a city.
    static func night(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        let sky = palette.ground.darker(by: 0.1).at(lightness: min(max(palette.ground.lightness - 0.12, 0.25), 0.5))
        let moon = sky.lighter(by: 0.11)
        stage.canvas.fill(sky, canvas.box)
        stage.canvas.fill(sky.lighter(by: 0.055), stage.disc(1.04))
        let stars = (0..<26).map { _ in
            Point(
                stage.generator.number(in: 20...canvas.width - 20),
                stage.generator.number(in: 15...canvas.height * 0.6))
        }
        stage.canvas.dots(palette.paper, 5, stars)
        stage.canvas.dots(palette.paper, 10, Array(stars.prefix(5)))
        stage.canvas.fill(moon, stage.disc(0.86))
        let spots = [Point(-0.5, -0.4), Point(0.5, -0.52), Point(0.58, 0.3)].map { $0 * stage.radius + stage.centre }
        stage.canvas.dots(sky.lighter(by: 0.08), 66, spots)
        skyline(on: &stage)
        return moon
    }

    private static func skyline(on stage: inout Stage) {
        let canvas = stage.canvas
        var roofs: [Point] = [Point(0, canvas.height)]
        var lights: [Point] = []
        var x = 0.0
        while x < canvas.width {
            let wide = stage.generator.number(in: 46...92)
            let top = canvas.height * stage.generator.number(in: 0.76...0.91)
            roofs += [Point(x, top), Point(min(x + wide, canvas.width), top)]
            for column in 0..<2 {
                for row in 0..<3 where stage.generator.flip() {
                    lights.append(Point(x + 14 + Double(column) * 20, top + 18 + Double(row) * 24))
                }
            }
            x += wide
        }
        roofs.append(Point(canvas.width, canvas.height))
        let roof = stage.palette.deep.at(lightness: 0.15)
        stage.canvas.fill(roof, .polygon(roofs))
        let panes = lights.reduce(Path()) { $0 + .rect($1.x, $1.y, 9, 12) }
        let glow = stage.palette.accent
        stage.canvas.fill(glow.lightness > 0.5 ? glow : glow.at(lightness: 0.78), panes)
    }

    /// A sun sliced by haze over two hills.
    static func horizon(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        let line = canvas.height * 0.7
        for band in 0..<5 {
            let tone = palette.groundDeep.mixed(with: palette.groundTint, Double(band) / 4)
            let top = line * Double(band) / 5
            stage.canvas.fill(tone, Box(x: 0, y: top, width: canvas.width, height: line - top + 60))
        }
        stage.canvas.fill(palette.field, stage.disc(0.86))
        for slit in 0..<4 {
            let y = stage.centre.y + stage.radius * (0.3 + 0.14 * Double(slit))
            let haze = Box(x: 0, y: y, width: canvas.width, height: 5 + Double(slit) * 4)
            stage.canvas.fill(palette.groundTint, haze)
        }
        let lean = stage.generator.number(in: -60...60)
        let (w, h) = (canvas.width, canvas.height)
        let far = Path.from(0, h).line(0, line + 30)
            .curve(w * 0.3, line - 40 + lean, w * 0.6, line + 90 - lean, w, line + 10)
        stage.canvas.fill(palette.groundDeep.darker(by: 0.04), far.line(w, h).closed)
        let near = Path.from(-20, h + 20).line(-20, h * 0.845).line(0, h * 0.84).curve(
            w * 0.35, h * 0.76, w * 0.6, h * 0.89 + lean, w, h * 0.83)
        let shore = near.line(w + 20, h * 0.825, w + 20, h + 20).closed
        stage.canvas.fill(palette.deep, shore, edge: palette.accent, 6)
        return palette.field
    }

    /// Swell upon swell below a low sun.
    static func waves(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        stage.canvas.fill(palette.groundTint, stage.disc(0.98))
        stage.canvas.fill(palette.field, stage.disc(0.84))
        let tones = [palette.groundTint, palette.groundShade, palette.groundDeep, palette.deep]
        let phase = stage.generator.number(in: 0...6)
        for (index, tone) in tones.enumerated() {
            let level = canvas.height * (0.63 + 0.1 * Double(index))
            let crests = stride(from: -64.0, through: canvas.width + 128, by: 64).map { x in
                Point(x, level + 26 * sin(x / 82 + phase + Double(index) * 1.7))
            }
            let foot = canvas.height + 20
            let swell = Path.flowing(crests).line(canvas.width + 99, foot, -50, foot).closed
            stage.canvas.fill(tone, swell, edge: index % 2 == 0 ? palette.paper : palette.accent, 6)
        }
        return palette.field
    }
}
