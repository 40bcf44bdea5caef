import Glibc

/// Layouts that hint at a place.
extension Layout {
    static func night(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        let sky = palette.groundDeep
        stage.canvas.fill(sky, canvas.box)
        stage.canvas.fill(palette.ground.at(lightness: sky.lightness + 0.06), stage.disc(1.02))
        stage.canvas.fill(palette.ground.at(lightness: sky.lightness + 0.12), stage.disc(0.82))
        var stars: [Point] = []
        for _ in 0..<26 {
            stars.append(
                Point(
                    stage.generator.number(in: 20...canvas.width - 20),
                    stage.generator.number(in: 15...canvas.height * 0.6)))
        }
        stage.canvas.dots(palette.paper, 5, stars)
        stage.canvas.dots(palette.paper, 9, Array(stars.prefix(5)))
        skyline(on: &stage)
        return palette.ground.at(lightness: sky.lightness + 0.12)
    }

    private static func skyline(on stage: inout Stage) {
        let canvas = stage.canvas
        var roofs: [Point] = [Point(0, canvas.height)]
        var lights: [Point] = []
        var x = 0.0
        while x < canvas.width {
            let wide = stage.generator.number(in: 46...92)
            let top = canvas.height * stage.generator.number(in: 0.76...0.92)
            roofs += [Point(x, top), Point(min(x + wide, canvas.width), top)]
            for column in 0..<2 where stage.generator.flip() || column == 0 {
                for row in 0..<3 where stage.generator.flip() {
                    lights.append(Point(x + 16 + Double(column) * 22, top + 20 + Double(row) * 24))
                }
            }
            x += wide
        }
        roofs.append(Point(canvas.width, canvas.height))
        stage.canvas.fill(stage.palette.deep, .polygon(roofs))
        let panes = lights.reduce(Path()) { $0 + .rect($1.x, $1.y, 9, 11) }
        stage.canvas.fill(stage.palette.accent, panes)
    }

    static func horizon(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        let bands = 5
        let line = canvas.height * 0.7
        for band in 0..<bands {
            let tone = palette.groundDeep.mixed(with: palette.groundTint, Double(band) / Double(bands - 1))
            let top = line * Double(band) / Double(bands)
            stage.canvas.fill(tone, Box(x: 0, y: top, width: canvas.width, height: line - top + 2))
        }
        stage.canvas.fill(palette.field, stage.disc(0.82))
        for slit in 0..<5 {
            let y = stage.centre.y + 40 + Double(slit) * 40
            stage.canvas.fill(palette.groundTint, Box(x: 0, y: y, width: canvas.width, height: 5 + Double(slit) * 3))
        }
        let lean = stage.generator.number(in: -60...60)
        let (w, h) = (canvas.width, canvas.height)
        stage.canvas.fill(
            palette.groundDeep,
            .from(0, h).line(0, line + 10).curve(w * 0.3, line - 60 + lean, w * 0.6, line + 60 - lean, w, line - 10)
                .line(w, h).closed)
        stage.canvas.fill(
            palette.deep,
            .from(0, h).line(0, line + 130).curve(w * 0.35, line + 30, w * 0.6, line + 150 + lean, w, line + 90).line(
                w, h
            ).closed)
        return palette.field
    }

    static func waves(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        stage.canvas.fill(palette.field, stage.disc(0.78))
        let tones = [palette.groundTint, palette.groundShade, palette.groundDeep, palette.deep]
        let phase = stage.generator.number(in: 0...6)
        for (index, tone) in tones.enumerated() {
            let level = canvas.height * (0.62 + 0.1 * Double(index))
            let crests = stride(from: -40.0, through: canvas.width + 80, by: 40).map { x in
                Point(x, level + 24 * sin(x / 82 + phase + Double(index) * 1.7))
            }
            let sea = Path.flowing(crests).line(canvas.width + 90, canvas.height + 20, -50, canvas.height + 20).closed
            stage.canvas.fill(tone, sea)
        }
        return palette.field
    }
}
