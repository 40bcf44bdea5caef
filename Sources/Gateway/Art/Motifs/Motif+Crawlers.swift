/// Webs, and what has more than four legs.
extension Motif {
    static let crawlers = [web, spider, ant, wasp, scorpion]

    static let web = Motif("web") { drawing in
        let spokes = 10
        drawing.fill(.main, webRing(spokes, 100))
        for spoke in stride(from: 0, to: spokes, by: 2) {
            drawing.fill(.shade, webField(spokes, spoke))
        }
        for radius in [80.0, 58, 37, 17] {
            drawing.line(.cut, 4.5, webRing(spokes, radius))
        }
        drawing.line(.cut, 4.5, Path.polyline(0, 0, 0, -97).repeated(spokes))
        drawing.fill(.light, .circle(0, 0, 7))
    }

    static let spider = Motif("spider") { drawing in
        let legs =
            Path.ribbon(-8, -22, 9, -36, -46, 10, -62, -76, 8, -46, -112, 1)
            + .ribbon(-12, -14, 9, -50, -26, 10, -86, -42, 8, -102, -88, 1)
            + .ribbon(-12, -6, 9, -48, 4, 10, -84, 20, 8, -94, 68, 1)
            + .ribbon(-8, 2, 9, -32, 26, 10, -58, 58, 8, -42, 112, 1)
        drawing.fill(.main, legs)
        drawing.fill(.shade, legs.mirrored)
        drawing.halves(.lobe(-2, 84, 50))
        drawing.halves(.lobe(-44, 6, 26))
        drawing.fill(.main, .ribbon(-5, -40, 7, -8, -52, 6, -3, -60, 1))
        drawing.fill(.shade, .ribbon(5, -40, 7, 8, -52, 6, 3, -60, 1))
        drawing.fill(.contrast, .polygon(-14, 22, 14, 22, 4, 40, 14, 60, -14, 60, -4, 40))
        drawing.dots(.contrast, 6, -6, -32, 6, -32)
    }

    static let ant = Motif("ant") { drawing in
        let limbs =
            Path.ribbon(-8, -26, 8, -40, -40, 9, -62, -74, 7, -88, -84, 2)
            + .ribbon(-8, -14, 8, -46, -10, 9, -72, 6, 7, -98, 0, 2)
            + .ribbon(-8, -4, 8, -38, 18, 9, -58, 58, 7, -80, 84, 2)
            + .ribbon(-8, -84, 5, -22, -104, 5, -46, -106, 5, -58, -122, 3)
        drawing.fill(.main, limbs)
        drawing.fill(.shade, limbs.mirrored)
        drawing.halves(.lobe(10, 112, 52))
        drawing.halves(.lobe(-42, 16, 24))
        drawing.halves(.polygon(0, -92, -12, -94, -30, -78, -27, -56, -12, -40, 0, -38))
        drawing.fill(.light, Path.ribbon(-6, -90, 7, -17, -98, 6, -4, -106, 1).doubled)
        drawing.fill(.contrast, Path.ellipse(-20, -74, 5, 8).doubled)
        drawing.line(.contrast, 3.5, .flowing(-29, 48, 0, 56, 29, 48))
        drawing.line(.contrast, 3.5, .flowing(-35, 68, 0, 78, 35, 68))
    }

    static let wasp = Motif("wasp") { drawing in
        let wings =
            Path.blob(-8, -20, -50, -78, -98, -92, -112, -66, -80, -26, -30, -8)
            + .blob(-8, -6, -50, -6, -84, 20, -80, 42, -46, 36, -16, 12)
        drawing.fill(.light, wings.doubled)
        drawing.line(.shade, 2.5, Path.polyline(-10, -16, -98, -72).doubled + Path.polyline(-12, 0, -72, 30).doubled)
        drawing.line(.main, 5, Path.flowing(-6, -66, -18, -88, -36, -100).doubled)
        drawing.halves(.from(0, 4).curve(-48, 14, -34, 70, 0, 120).closed)
        drawing.fill(.contrast, .polygon(-33, 38, 33, 38, 33, 50, -33, 50))
        drawing.fill(.contrast, .polygon(-28, 64, 28, 64, 22, 76, -22, 76))
        drawing.fill(.contrast, .polygon(-15, 90, 15, 90, 8, 102, -8, 102))
        drawing.halves(.lobe(-46, 8, 34))
        drawing.halves(.lobe(-74, -38, 28))
        drawing.fill(.contrast, Path.ellipse(-14, -58, 6, 10).doubled)
    }

    static let scorpion = Motif("scorpion") { drawing in
        let legs =
            Path.ribbon(-14, -6, 7, -48, -14, 7, -70, 12, 2) + .ribbon(-14, 10, 7, -50, 10, 7, -68, 40, 2)
            + .ribbon(-14, 24, 7, -44, 34, 7, -56, 66, 2)
        drawing.line(.main, 10, Path.flowing(-14, -26, -46, -36, -58, -64).doubled)
        drawing.fill(.main, legs)
        drawing.fill(.shade, legs.mirrored)
        let claw = Path.from(-52, -58).curve(-84, -66, -88, -98, -62, -116).curve(-70, -98, -64, -90, -56, -84)
            .curve(-54, -92, -52, -102, -42, -112).curve(-30, -88, -38, -66, -52, -58).closed
        drawing.fill(.main, claw)
        drawing.fill(.shade, claw.mirrored)
        drawing.fill(.main, .ribbon(0, 40, 26, 2, 72, 20, 26, 96, 17, 60, 90, 15, 80, 62, 13, 76, 34, 11))
        drawing.fill(.main, .from(72, 40).curve(60, 20, 70, 6, 84, 14).curve(98, 22, 96, 40, 82, 42).closed)
        drawing.fill(.shade, .ribbon(76, 18, 12, 62, 8, 8, 46, 14, 1))
        drawing.line(.cut, 3.5, .polyline(-14, 66, 16, 60) + .polyline(10, 96, 24, 80))
        drawing.line(.cut, 3.5, .polyline(44, 104, 42, 86) + .polyline(78, 84, 64, 74))
        drawing.halves(.from(0, -46).line(-16, -44).curve(-34, -20, -34, 36, -10, 54).line(0, 56).closed)
        drawing.line(.cut, 3.5, .flowing(-24, -8, 0, -2, 24, -8) + .flowing(-25, 10, 0, 16, 25, 10))
        drawing.line(.cut, 3.5, .flowing(-22, 27, 0, 33, 22, 27))
        drawing.dots(.contrast, 6, -8, -32, 8, -32)
    }

    private static func webRing(_ spokes: Int, _ radius: Double) -> Path {
        (0..<spokes).reduce(Path.polyline([Point.polar(radius, 0)])) { $0.sagging(spokes, $1, radius) }.closed
    }

    private static func webField(_ spokes: Int, _ spoke: Int) -> Path {
        let start = Point.polar(100, Double(spoke) * 360 / Double(spokes))
        return Path.from(0, 0).line(start.x, start.y).sagging(spokes, spoke, 100).closed
    }
}

extension Path {
    /// Continues from one spoke of a web to the next, drawn towards the middle as silk is.
    fileprivate func sagging(_ spokes: Int, _ spoke: Int, _ radius: Double) -> Path {
        let step = 360 / Double(spokes)
        let control = Point.polar(radius * 0.74, (Double(spoke) + 0.5) * step)
        let end = Point.polar(radius, Double(spoke + 1) * step)
        return bend(control.x, control.y, end.x, end.y)
    }
}
