/// Machines, tools and everyday things.
extension Motif {
    static let instruments = [reactor, hourglass, wheel, gear, anvil, chain, key, mirror, horseshoe, target]

    static let reactor = Motif("reactor") { drawing in
        drawing.fill(.shade, .ring(0, 0, 104, 88))
        drawing.fill(.main, Path.polygon(-22, -93, 22, -93, 14, -61, -14, -61).repeated(10))
        drawing.fill(.light, Path.polygon(-10, -84, 10, -84, 8, -72, -8, -72).repeated(10))
        drawing.fill(.shade, .ring(0, 0, 58, 48))
        drawing.fill(.main, .circle(0, 0, 42))
        drawing.fill(.light, .polygon(-30, -18, 30, -18, 0, 33))
        drawing.fill(.contrast, .polygon(-15, -9, 15, -9, 0, 17))
    }

    static let hourglass = Motif("hourglass") { drawing in
        let glass = Path.from(-48, -92).line(48, -92).curve(48, -40, 12, -24, 8, 0).curve(12, 24, 48, 40, 48, 92)
            .line(-48, 92).curve(-48, 40, -12, 24, -8, 0).curve(-12, -24, -48, -40, -48, -92).closed
        drawing.fill(.shade, .rect(-66, -90, 12, 180) + .rect(54, -90, 12, 180))
        drawing.fill(.light, glass)
        drawing.fill(
            .shade, .from(-36, -50).line(36, -50).curve(26, -28, 6, -18, 0, 2).curve(-6, -18, -26, -28, -36, -50).closed
        )
        drawing.fill(
            .shade,
            .from(-44, 90).curve(-34, 58, -12, 44, 0, 38).curve(12, 44, 34, 58, 44, 90).closed + .rect(-2.5, -4, 5, 50))
        drawing.fill(
            .main, .polygon(-78, -118, 78, -118, 70, -90, -70, -90) + .polygon(-78, 118, 78, 118, 70, 90, -70, 90))
        drawing.fill(.contrast, .rect(-72, -104, 144, 5) + .rect(-72, 99, 144, 5))
    }

    static let wheel = Motif("wheel") { drawing in
        drawing.fill(
            .main,
            Path.from(-18, -84).curve(-10, -112, 16, -116, 46, -124).curve(24, -108, 18, -98, 20, -82).closed.repeated(
                9))
        drawing.fill(.cut, .circle(0, 0, 92))
        drawing.fill(.shade, .ring(0, 0, 86, 62))
        drawing.fill(.light, .polygon(-5, -66, 5, -66, 9, -14, -9, -14).spokes(9))
        drawing.fill(.main, .ring(0, 0, 28, 12))
        drawing.dots(.light, 7, (0..<9).map { Point.polar(74, Double($0) * 40 + 20) })
    }

    static let gear = Motif("gear") { drawing in
        let big = (Path.circle(0, 0, 64) + Path.polygon(-15, -56, -11, -84, 11, -84, 15, -56).repeated(10)).moved(
            -24, 20)
        drawing.fill(.main, big)
        drawing.fill(.light, Path.ring(-24, 20, 50, 42))
        drawing.fill(.cut, .circle(-24, 20, 22))
        let small = (Path.circle(0, 0, 32) + Path.polygon(-9, -27, -7, -46, 7, -46, 9, -27).repeated(8)).turned(12)
            .moved(66, -66)
        drawing.fill(.shade, small)
        drawing.fill(.cut, .circle(66, -66, 13))
        drawing.dots(.shade, 11, (0..<5).map { Point.polar(34, Double($0) * 72) + Point(-24, 20) })
    }

    static let anvil = Motif("anvil") { drawing in
        drawing.fill(
            .main,
            .from(-118, -48).curve(-90, -46, -70, -40, -52, -40).line(-52, -56).line(92, -56).line(92, -18)
                .curve(60, -14, 40, 0, 34, 26).line(64, 62).line(70, 90).line(-66, 90).line(-60, 62).line(-28, 26)
                .curve(-34, -4, -90, -2, -118, -48).closed)
        drawing.fill(.light, .polygon(-52, -56, 92, -56, 92, -42, -52, -42))
        drawing.fill(
            .shade,
            .from(92, -18).curve(60, -14, 40, 0, 34, 26).line(64, 62).line(70, 90).line(4, 90).curve(
                4, 40, 14, 0, 50, -26
            ).line(92, -30).closed)
        drawing.fill(.light, .rect(-66, 78, 136, 12))
        drawing.fill(
            .light,
            Path.star(4, 34, 8).moved(20, -92) + Path.star(4, 16, 4).moved(62, -104)
                + Path.star(4, 14, 4).moved(-20, -110))
        drawing.line(.light, 5, .polyline(-12, -66, -34, -82) + .polyline(52, -66, 70, -80))
    }

    static let chain = Motif("chain") { drawing in
        let link = Path.capsule(0, -28, 0, 28, 58).minus(.capsule(0, -28, 0, 28, 26))
        let side = Path.capsule(0, -30, 0, 30, 20)
        drawing.fill(.main, link.moved(0, -84) + link.moved(0, 0 + 8) + link.moved(0, 100))
        drawing.fill(.shade, side.moved(0, -38) + side.moved(0, 54))
        drawing.line(
            .light, 5, .polyline(-21, -108, -21, -60) + .polyline(-21, -16, -21, 32) + .polyline(-21, 76, -21, 124))
        drawing.turn(34)
    }

    static let key = Motif("key") { drawing in
        let bow = (Path.circle(0, -26, 24) + Path.circle(0, -26, 24).turned(120) + Path.circle(0, -26, 24).turned(240))
            .moved(0, -70)
        drawing.fill(.main, bow)
        drawing.fill(.cut, Path.circle(0, -96, 11) + Path.circle(-22, -57, 11) + .circle(22, -57, 11))
        drawing.fill(.light, .circle(0, -70, 10))
        drawing.fill(.main, .rect(-8, -46, 16, 166))
        drawing.fill(.shade, .rect(0, -38, 8, 158))
        drawing.fill(.light, .rect(-16, -34, 32, 9) + .rect(-13, -20, 26, 5))
        drawing.fill(.shade, .polygon(8, 62, 50, 62, 50, 80, 34, 80, 34, 88, 50, 88, 50, 112, 26, 112, 26, 100, 8, 100))
        drawing.turn(28)
    }

    static let mirror = Motif("mirror") { drawing in
        drawing.fill(.shade, .polygon(-9, 46, 9, 46, 13, 96, 0, 124, -13, 96))
        drawing.fill(.main, Path.ellipse(0, -32, 70, 88))
        drawing.fill(.main, Path.circle(0, -118, 12).doubled + .polygon(-22, 40, 22, 40, 14, 62, -14, 62))
        drawing.fill(.contrast, .ellipse(0, -32, 56, 73))
        drawing.fill(
            .light,
            .from(-54, -50).curve(-44, -92, -10, -110, 18, -100).line(-50, -2).curve(-55, -18, -57, -34, -54, -50)
                .closed)
        drawing.fill(
            .light, .from(34, -91).curve(40, -86, 44, -80, 47, -74).line(-32, 26).curve(-38, 20, -42, 14, -44, 8).closed
        )
        drawing.dots(.light, 7, -63, -32, 63, -32, -45, 30, 45, 30, -45, -94, 45, -94)
    }

    static let horseshoe = Motif("horseshoe") { drawing in
        let shoe = Path.from(-28, 104).line(-62, 104).curve(-66, 60, -100, 20, -94, -32).curve(
            -88, -84, -46, -110, 0, -110
        ).line(0, -66)
            .curve(-30, -66, -50, -46, -52, -18).curve(-52, 20, -28, 50, -28, 104).closed
        drawing.halves(shoe)
        drawing.line(
            .light, 4, Path.from(-46, 92).curve(-50, 52, -82, 16, -77, -30).curve(-72, -70, -38, -92, 0, -92).doubled)
        drawing.dots(
            .contrast, 10, -74, -4, 74, -4, -66, -46, 66, -46, -38, -78, 38, -78, -64, 36, 64, 36, -48, 74, 48, 74)
        drawing.fill(.light, Path.star(4, 24, 7).moved(0, 10))
    }

    static let target = Motif("target") { drawing in
        drawing.fill(.main, .circle(0, 0, 92))
        drawing.fill(.cut, .ring(0, 0, 76, 58))
        drawing.fill(.shade, .circle(0, 0, 58))
        drawing.fill(.cut, .ring(0, 0, 42, 26))
        drawing.fill(.light, .circle(0, 0, 26))
        drawing.fill(.main, Path.polygon(-5, -118, 5, -118, 3, -34, -3, -34).repeated(4))
        drawing.fill(.contrast, .circle(0, 0, 9))
    }
}

extension Path {
    /// The spokes of a wheel, each turned half a step so that none stands upright.
    fileprivate func spokes(_ count: Int) -> Path { turned(180 / Double(count)).repeated(count) }
}
