/// Layouts that turn about the motif.
extension Layout {
    /// Rays from behind a jagged star.
    static func burst(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let centre = stage.centre
        stage.canvas.fill(palette.ground, stage.canvas.box)
        let rays = 14
        let half = 90 / Double(rays)
        let ray = Path.polygon([Point(0, 0), Point.polar(stage.reach, -half), Point.polar(stage.reach, half)])
        let phase = stage.generator.number(in: 0...25)
        stage.canvas.fill(palette.groundShade, ray.repeated(rays).turned(phase).moved(centre.x, centre.y))
        let star = Path.star(20, stage.radius * 0.97, stage.radius * 0.76, phase: phase)
        stage.canvas.fill(palette.groundDeep, star.moved(centre.x + 10, centre.y + 14))
        stage.canvas.fill(palette.field, star.moved(centre.x, centre.y))
        let inner = star.scaled(0.93).moved(centre.x, centre.y)
        stage.canvas.stroke(palette.field.mixed(with: palette.ground, 0.6), 4, inner)
        return palette.field
    }

    /// A disc with a beaded rim inside a printed border.
    static func halo(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        stage.halftone(palette.groundShade, from: canvas.height, to: canvas.height * 0.42, 28, 2)
        stage.canvas.fill(palette.field, stage.disc(0.82))
        stage.canvas.stroke(palette.accentTint, 5, stage.disc(0.76))
        let beads = palette.field.lightness > 0.8 ? palette.field : palette.accentTint
        stage.canvas.stroke(beads, 10, stage.disc(0.9), dashes: "0 23.3")
        stage.frame(palette.border, 24)
        return palette.field
    }

    /// Rings in the water, with two bodies on their course.
    static func rings(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let centre = stage.centre
        stage.canvas.fill(palette.groundShade, stage.canvas.box)
        let step = 0.24
        var share = (stage.reach / stage.radius / step).rounded() * step
        var even = true
        while share > 0.9 {
            stage.canvas.fill(even ? palette.ground : palette.groundShade, stage.disc(share))
            share -= step
            even.toggle()
        }
        stage.canvas.fill(palette.groundTint, stage.disc(0.88))
        stage.canvas.fill(palette.field, stage.disc(0.8))
        let bearing = stage.generator.number(in: 18...46)
        let near = Point.polar(stage.radius * 1.16, bearing) + centre
        let far = Point.polar(stage.radius * 1.16, bearing + 180) + centre
        stage.canvas.dots(palette.paper, 40, [near])
        stage.canvas.dots(palette.accent, 62, [far])
        return palette.field
    }

    /// Two halves; the poster prints the accent's half itself, with its figure changed over.
    static func split(on stage: inout Stage) -> Colour {
        stage.canvas.fill(stage.palette.ground, stage.canvas.box)
        return stage.palette.ground
    }

    /// Quarter rings rising from a lower corner, a folded corner opposite.
    static func corner(on stage: inout Stage) -> Colour {
        let palette = stage.palette
        let canvas = stage.canvas
        stage.canvas.fill(palette.ground, canvas.box)
        let left = stage.generator.flip()
        let origin = Point(left ? 0 : canvas.width, canvas.height)
        let tones = [
            palette.groundShade, palette.ground, palette.groundTint, palette.ground, palette.paper, palette.accent,
        ]
        let shares = [0.99, 0.83, 0.67, 0.51, 0.3, 0.26]
        for (share, tone) in zip(shares, tones) {
            stage.canvas.fill(tone, .circle(origin.x, origin.y, canvas.height * share))
        }
        let far = canvas.width - origin.x
        let side = left ? -1.0 : 1.0
        stage.canvas.fill(palette.paper, .polygon(far, 0, far + side * 170, 0, far, 170))
        for cut in [206.0, 232] {
            stage.canvas.stroke(palette.paper, 6, .polyline(far + side * cut, 0, far, cut))
        }
        return palette.ground
    }
}
