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
        drawing.fill(.shade, Path.ribbon(0, -60, 16, 5, -76, 12, -3, -90, 8, 6, -102, 1).turned(15).repeated(12))
        drawing.fill(.cut, .circle(0, 0, 64))
        drawing.fill(.main, .circle(0, 0, 57))
        drawing.fill(.light, .sector(57, 0, 180, 360))
        drawing.fill(.shade, .circle(0, 0, 30))
        drawing.fill(.light, .sector(30, 0, 0, 180))
    }

    static let moon = Motif("moon") { drawing in
        drawing.fill(.main, .circle(0, 0, 96))
        drawing.fill(.shade, .from(20, -94).curve(126, -72, 126, 72, 20, 94).curve(70, 50, 70, -50, 20, -94).closed)
        drawing.fill(.light, .circle(-34, -34, 24) + .circle(-18, 36, 16) + .circle(22, -60, 10) + .circle(-66, 22, 11))
        drawing.fill(.shade, .circle(22, 2, 18) + .circle(2, 70, 9) + .circle(-62, -14, 6))
        drawing.fill(
            .contrast, .from(-40, -30).curve(-58, -32, -58, -8, -40, -16).curve(-26, -22, -26, -30, -40, -30).closed)
        drawing.line(.main, 3, .circle(0, 0, 108))
        drawing.dots(.light, 9, 76, -76, -76, 76)
    }

    static let planet = Motif("planet") { drawing in
        let band = Path.ellipse(0, 0, 122, 30)
        drawing.line(.shade, 11, band)
        drawing.fill(.main, .circle(0, 0, 74))
        drawing.fill(.light, .sector(74, 0, 270, 360).moved(0, 0))
        drawing.fill(.main, .circle(10, 10, 66))
        drawing.line(.shade, 10, .flowing(-56, -30, 0, -20, 58, -34) + .flowing(-66, 42, 0, 56, 60, 44))
        drawing.line(.contrast, 5, .flowing(-40, -50, 0, -42, 44, -54))
        drawing.line(.light, 11, .from(-122, 0).curve(-122, 40, 122, 40, 122, 0))
        drawing.turn(-22)
        drawing.dots(.light, 16, 84, 74)
        drawing.dots(.light, 9, -92, -62)
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
                return (Path.polar(8 + 100 * turn, Double(arm) * 120 + 400 * turn), 7 + 27 * turn * (1.15 - turn))
            }
            drawing.fill([.main, .light, .shade][arm], .ribbon(spine))
        }
        drawing.fill(.main, .circle(0, 0, 14))
        drawing.fill(.contrast, .circle(0, 0, 6))
    }
}
