/// What is seen in the sky, and what opens in it.
extension Motif {
    static let heavens = [star, crescent, sun, moon, planet, comet, portal, spiral]

    static let star = Motif("star") { drawing in
        let facet = Path.polygon(0, 0, 0, -112, 25, -35)
        for point in 0..<5 {
            drawing.fill(.shade, facet.turned(Double(point) * 72))
            drawing.fill(.main, facet.mirrored.turned(Double(point) * 72))
        }
        drawing.fill(.light, .polygon(0, 0, 0, -112, -25, -35))
        drawing.fill(.light, Path.polygon(0, 0, 0, -112, -25, -35).turned(-72))
        drawing.fill(.light, Path.star(4, 22, 6).moved(82, -84) + Path.star(4, 14, 4).moved(-88, 78))
    }

    static let crescent = Motif("crescent") { drawing in
        drawing.fill(
            .main,
            .from(34, -108).curve(-40, -112, -98, -60, -98, 4).curve(-98, 66, -46, 112, 14, 110)
                .curve(60, 108, 92, 80, 104, 50).curve(70, 76, 4, 78, -24, 24).curve(-48, -24, -24, -84, 34, -108)
                .closed)
        drawing.fill(
            .shade,
            .from(-98, 4).curve(-98, 66, -46, 112, 14, 110).curve(60, 108, 92, 80, 104, 50)
                .curve(40, 108, -60, 96, -98, 4).closed)
        drawing.fill(
            .light, .from(34, -108).curve(-24, -84, -48, -24, -24, 24).curve(-58, -14, -52, -84, 34, -108).closed)
        drawing.fill(.light, Path.star(4, 38, 9).moved(44, -24))
        drawing.fill(.main, Path.star(4, 17, 5).moved(84, -76) + Path.star(4, 14, 4).moved(78, 20))
    }

    static let sun = Motif("sun") { drawing in
        drawing.fill(.main, Path.polygon(0, -116, -14, -66, 14, -66).repeated(12))
        drawing.fill(
            .shade,
            Path.from(-9, -62).curve(-6, -74, -10, -90, 6, -104).curve(2, -90, 12, -76, 9, -62).closed.turned(15)
                .repeated(12))
        drawing.fill(.cut, .circle(0, 0, 64))
        drawing.fill(.main, .circle(0, 0, 57))
        drawing.fill(.light, .sector(57, 0, 180, 360))
        drawing.fill(.shade, .circle(0, 0, 30))
        drawing.fill(.light, .sector(30, 0, 0, 180))
    }

    static let moon = Motif("moon") { drawing in
        drawing.fill(.main, .circle(0, 0, 100))
        drawing.fill(.shade, .from(26, -97).curve(134, -72, 134, 72, 26, 97).curve(74, 50, 74, -50, 26, -97).closed)
        drawing.fill(.light, .circle(-36, -34, 25) + .circle(-18, 40, 17) + .circle(20, -66, 10) + .circle(-72, 22, 11))
        drawing.fill(.main, .circle(-31, -30, 18) + .circle(-14, 43, 11) + .circle(-69, 24, 6))
        drawing.fill(.shade, .circle(26, 0, 19) + .circle(8, 76, 9) + .circle(-66, -12, 7) + .circle(-48, 68, 6))
        drawing.fill(.light, .from(8, 8).curve(10, 22, 34, 26, 42, 12).curve(32, 16, 18, 16, 8, 8).closed)
    }

    static let planet = Motif("planet") { drawing in
        drawing.line(.shade, 13, .ellipse(0, 0, 122, 30))
        drawing.fill(.light, .circle(0, 0, 76))
        drawing.fill(.main, .circle(7, 7, 69))
        drawing.line(.shade, 11, .flowing(-42, -38, 0, -30, 56, -42) + .flowing(-48, 36, 0, 46, 54, 36))
        drawing.line(.light, 6, .flowing(-34, 56, 0, 64, 40, 56))
        drawing.line(.light, 13, .from(-122, 0).curve(-122, 40, 122, 40, 122, 0))
        drawing.turn(-22)
        drawing.dots(.light, 18, 84, 80)
        drawing.dots(.light, 10, -92, -66)
    }

    static let comet = Motif("comet") { drawing in
        drawing.fill(.shade, .from(-66, 10).curve(-30, -50, 40, -90, 116, -112).curve(60, -60, 30, -10, 0, 58).closed)
        drawing.fill(.main, .from(-74, 20).curve(-50, -40, 30, -70, 104, -76).curve(40, -50, -10, 10, -14, 70).closed)
        drawing.fill(.light, .from(-70, 28).curve(-50, -14, 10, -40, 76, -48).curve(20, -24, -20, 30, -30, 74).closed)
        drawing.fill(.main, .circle(-56, 56, 48))
        drawing.fill(.light, .circle(-62, 50, 34))
        drawing.fill(.contrast, Path.star(4, 30, 9).moved(-64, 50))
        drawing.fill(.light, Path.star(4, 16, 4).moved(70, 40) + Path.star(4, 12, 3).moved(-40, -78))
    }

    static let portal = Motif("portal") { drawing in
        drawing.fill(.main, Path.polygon(-10, -88, 14, -88, 30, -122, 6, -100).repeated(18))
        drawing.fill(.main, .ring(0, 0, 96, 74))
        drawing.fill(.contrast, .circle(0, 0, 74))
        drawing.fill(
            .shade, Path.from(0, -74).curve(40, -60, 40, -10, 0, 0).curve(16, -20, 20, -50, 0, -74).closed.repeated(6))
        drawing.fill(
            .light,
            Path.from(0, -56).curve(22, -44, 22, -12, 0, 0).curve(8, -16, 10, -36, 0, -56).closed.turned(30).repeated(6)
        )
        drawing.fill(.light, .circle(0, 0, 10))
        drawing.line(.light, 4, .circle(0, 0, 82))
    }

    static let spiral = Motif("spiral") { drawing in
        for arm in 0..<3 {
            let spine = (0...12).map { step -> (point: Point, width: Double) in
                let turn = Double(step) / 12
                return (Point.polar(8 + 100 * turn, Double(arm) * 120 + 400 * turn), 3 + 64 * turn * (1 - turn))
            }
            drawing.fill([.main, .light, .shade][arm], .ribbon(spine))
        }
        drawing.fill(.main, .circle(0, 0, 15))
        drawing.fill(.contrast, .circle(0, 0, 7))
    }
}
