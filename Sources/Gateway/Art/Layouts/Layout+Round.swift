/// Layouts that turn about the motif.
extension Layout {
    static func burst(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let centre = stage.centre
        stage.canvas.fill(palette.ground, stage.canvas.box)
        let rays = 14
        let half = 90 / Double(rays)
        let ray = Path.polygon([Point(0, 0), Path.polar(stage.reach, -half), Path.polar(stage.reach, half)])
        let phase = stage.generator.number(in: 0...25)
        stage.canvas.fill(palette.groundShade, ray.repeated(rays).turned(phase).moved(centre.x, centre.y))
        let star = Path.star(20, stage.radius * 0.96, stage.radius * 0.76, phase: phase)
        stage.canvas.fill(palette.groundDeep, star.moved(centre.x + 10, centre.y + 14))
        stage.canvas.fill(palette.field, star.moved(centre.x, centre.y))
        return palette.field
    }

    static func halo(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        stage.halftone(palette.groundShade, from: canvas.height, to: canvas.height * 0.45, 26, 2)
        stage.canvas.fill(palette.field, stage.disc(0.8))
        stage.canvas.stroke(palette.field, 9, stage.disc(0.89), dashes: "0 23.3")
        stage.frame(palette.paper, 22)
        return palette.field
    }

    static func rings(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        stage.canvas.fill(palette.groundShade, stage.canvas.box)
        let tones = [palette.ground, palette.groundShade]
        let step = 0.24
        var share = (stage.reach / stage.radius / step).rounded() * step
        var index = 0
        while share > 0.7 {
            stage.canvas.fill(tones[index % 2], stage.disc(share))
            share -= step
            index += 1
        }
        stage.canvas.fill(palette.groundTint, stage.disc(0.84))
        stage.canvas.fill(palette.ground, stage.disc(0.76))
        return palette.ground
    }

    static func split(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        stage.canvas.fill(palette.ground, stage.canvas.box)
        return palette.ground
    }

    static func corner(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let left = stage.generator.flip()
        let origin = Point(left ? 0 : canvas.width, canvas.height)
        let size = canvas.height
        let tones = [palette.groundShade, palette.ground, palette.groundTint, palette.ground, palette.groundDeep]
        for (index, tone) in tones.enumerated() {
            stage.canvas.fill(tone, .circle(origin.x, origin.y, size * (0.98 - 0.18 * Double(index))))
        }
        let far = Point(canvas.width - origin.x, 0)
        let side = left ? -1.0 : 1.0
        stage.canvas.fill(palette.field, .polygon(far.x, 0, far.x + side * 190, 0, far.x, 190))
        for cut in [230.0, 256] {
            stage.canvas.stroke(palette.field, 7, .polyline(far.x + side * cut, 0, far.x, cut))
        }
        return palette.ground
    }
}
