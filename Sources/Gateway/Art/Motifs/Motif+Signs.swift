/// Jewels, games, music and signs.
extension Motif {
    static let signs = [ring, diamond, gem, cube, card, dice, note, helix, atom, pumpkin]

    static let ring = Motif("ring") { drawing in
        drawing.fill(.main, .ring(0, 34, 80, 58))
        drawing.fill(.shade, Path.sector(80, 58, 0, 130).moved(0, 34))
        drawing.line(.light, 4, Path.from(-66, 60).curve(-76, 30, -66, -8, -40, -24))
        drawing.fill(.main, .polygon(-32, -52, 32, -52, 22, -30, -22, -30))
        drawing.fill(.light, .polygon(-50, -92, -26, -116, 26, -116, 50, -92, 0, -44))
        drawing.fill(.contrast, .polygon(-20, -92, 20, -92, 0, -44))
        drawing.line(
            .main, 3, .polyline(-50, -92, 50, -92) + .polyline(-26, -116, -20, -92, 0, -116, 20, -92, 26, -116))
    }

    static let diamond = Motif("diamond") { drawing in
        drawing.fill(.main, .polygon(-104, -34, -60, -84, 60, -84, 104, -34, 0, 104))
        drawing.fill(.light, .polygon(-60, -84, -104, -34, -44, -34) + .polygon(-60, -84, 0, -84, -44, -34))
        drawing.fill(.shade, .polygon(60, -84, 104, -34, 44, -34) + .polygon(44, -34, 104, -34, 0, 104))
        drawing.fill(.light, .polygon(-44, -34, 0, -84, 44, -34) + .polygon(-44, -34, 0, 104, -12, -34))
        drawing.fill(.main, .polygon(-44, -34, -10, -72, 20, -34))
        drawing.line(.cut, 4, .polyline(-104, -34, 104, -34) + .polyline(-60, -84, -44, -34, 0, -84, 44, -34, 60, -84))
        drawing.line(.cut, 4, .polyline(-44, -34, 0, 104, 44, -34))
    }

    static let gem = Motif("gem") { drawing in
        drawing.fill(.shade, Path.regular(6, 114).scaled(0.86, 1))
        let tones: [Drawing.Tone] = [.light, .main, .shade, .main, .shade, .main]
        let facet = Path.polygon([Point.polar(108, 0), Point.polar(108, 60), Point.polar(60, 60), Point.polar(60, 0)])
        for (index, tone) in tones.enumerated() {
            drawing.fill(tone, facet.turned(Double(index) * 60 - 60).scaled(0.86, 1))
        }
        drawing.fill(.main, Path.regular(6, 58).scaled(0.86, 1))
        drawing.fill(.light, .polygon(-50, -29, 0, -58, 10, -52, -50, 14))
        drawing.fill(.shade, .polygon(50, 29, 50, -6, -14, 50, 0, 58))
        drawing.line(
            .cut, 4, Path.regular(6, 60).scaled(0.86, 1) + Path.polyline(0, -60, 0, -114).repeated(6).scaled(0.86, 1))
        drawing.fill(.light, Path.star(4, 30, 6).moved(76, -92))
    }

    static let cube = Motif("cube") { drawing in
        drawing.fill(.light, .polygon(0, -112, 97, -56, 0, 0, -97, -56))
        drawing.fill(.main, .polygon(-97, -56, 0, 0, 0, 112, -97, 56))
        drawing.fill(.shade, .polygon(97, -56, 0, 0, 0, 112, 97, 56))
        drawing.fill(.cut, .polygon(-80, -28, -17, 8, -17, 84, -80, 48) + .polygon(80, -28, 17, 8, 17, 84, 80, 48))
        drawing.fill(.cut, .polygon(0, -92, 62, -56, 0, -20, -62, -56))
        drawing.fill(.main, .polygon(0, -72, 28, -56, 0, -40, -28, -56))
        drawing.fill(.light, .polygon(-62, 2, -34, 18, -34, 54, -62, 38) + .polygon(62, 2, 34, 18, 34, 54, 62, 38))
    }

    static let card = Motif("card") { drawing in
        let face = Path.from(-42, -80).curve(-42, -88, -38, -92, -30, -92).line(30, -92).curve(
            38, -92, 42, -88, 42, -80
        )
        .line(42, 40).curve(42, 48, 38, 52, 30, 52).line(-30, 52).curve(-38, 52, -42, 48, -42, 40).closed
        let pip = Path.polygon(0, -14, 9, 0, 0, 14, -9, 0)
        for (angle, tone) in [(-32.0, Drawing.Tone.shade), (-4, .main), (24, .light)] {
            let fan = { (path: Path) in path.moved(0, -62).turned(angle).moved(0, 76) }
            drawing.line(.cut, 8, fan(face))
            drawing.fill(tone, fan(face))
            drawing.fill(.contrast, fan(pip.moved(-26, -70)))
            if tone == .light { drawing.fill(.contrast, fan(pip.scaled(2.4).moved(0, -20) + pip.moved(26, 30))) }
        }
    }

    static let dice = Motif("dice") { drawing in
        func die(_ x: Double, _ y: Double, _ size: Double, _ angle: Double) {
            let place = { (path: Path) in path.scaled(size).turned(angle).moved(x, y) }
            drawing.fill(.light, place(.polygon(0, -66, 57, -33, 0, 0, -57, -33)))
            drawing.fill(.main, place(.polygon(-57, -33, 0, 0, 0, 66, -57, 33)))
            drawing.fill(.shade, place(.polygon(57, -33, 0, 0, 0, 66, 57, 33)))
            let pips =
                Path.ellipse(0, -33, 12, 7) + .ellipse(-42, -8, 6, 9) + .ellipse(-15, 41, 6, 9)
                + .ellipse(-28, 17, 6, 9)
            drawing.fill(.contrast, place(pips + .ellipse(42, -8, 6, 9) + .ellipse(15, 41, 6, 9)))
        }
        die(-34, 38, 1.04, -10)
        die(48, -52, 0.8, 14)
    }

    static let note = Motif("note") { drawing in
        drawing.fill(.main, Path.ellipse(0, 0, 34, 25).turned(-22).moved(-56, 82))
        drawing.fill(.shade, Path.ellipse(0, 0, 34, 25).turned(-22).moved(54, 58))
        drawing.fill(.main, .polygon(-37, -92, -25, -92, -25, 80, -37, 80))
        drawing.fill(.shade, .polygon(73, -116, 85, -116, 85, 56, 73, 56))
        drawing.fill(.main, .polygon(-37, -92, 85, -120, 85, -82, -37, -54))
        drawing.fill(.light, .polygon(-25, -36, 73, -58, 73, -40, -25, -18))
        drawing.fill(
            .light,
            Path.ellipse(0, 0, 12, 7).turned(-22).moved(-64, 76) + Path.ellipse(0, 0, 12, 7).turned(-22).moved(46, 52))
    }

    static let helix = Motif("helix") { drawing in
        drawing.line(
            .light, 8, .polyline(-38, -104, 38, -104) + .polyline(-42, -84, 42, -84) + .polyline(-26, -64, 26, -64))
        drawing.line(.light, 8, .polyline(-26, -16, 26, -16) + .polyline(-44, 2, 44, 2) + .polyline(-40, 22, 40, 22))
        drawing.line(.light, 8, .polyline(-20, 62, 20, 62) + .polyline(-42, 82, 42, 82) + .polyline(-44, 102, 44, 102))
        drawing.fill(
            .shade, .ribbon(40, -122, 18, 46, -92, 20, 0, -42, 24, -46, 0, 20, 0, 44, 24, 46, 90, 20, 40, 122, 18))
        drawing.fill(
            .main, .ribbon(-40, -122, 18, -46, -92, 20, 0, -42, 24, 46, 0, 20, 0, 44, 24, -46, 90, 20, -40, 122, 18))
        drawing.turn(18)
    }

    static let atom = Motif("atom") { drawing in
        for (angle, tone) in [(0.0, Drawing.Tone.shade), (60, .main), (120, .light)] {
            drawing.line(tone, 8, Path.ellipse(0, 0, 108, 38).turned(angle))
        }
        drawing.fill(.main, .circle(0, 0, 24))
        drawing.fill(.light, .circle(-7, -7, 10))
        drawing.dots(.light, 22, [Point.polar(108, 90), Point.polar(108, -30), Point.polar(108, 210)])
    }

    static let pumpkin = Motif("pumpkin") { drawing in
        drawing.fill(.shade, .ribbon(-2, -46, 34, -2, -74, 26, 12, -94, 22, 34, -104, 20))
        drawing.fill(.shade, Path.ellipse(-64, 24, 48, 66).doubled)
        drawing.fill(.main, Path.ellipse(-38, 22, 46, 76).doubled)
        drawing.fill(.main, .ellipse(0, 22, 34, 82))
        drawing.line(.shade, 5, Path.from(-14, -52).curve(-40, -20, -40, 60, -14, 96).doubled)
        drawing.fill(.light, .ribbon(-92, -2, 2, -84, -24, 9, -66, -36, 2))
        drawing.fill(.contrast, Path.polygon(-72, -18, -20, 8, -60, 18).doubled)
        drawing.fill(.contrast, .polygon(0, 12, 11, 32, -11, 32))
        drawing.fill(
            .contrast,
            .polygon(
                -86, 34, -58, 46, -46, 40, -34, 52, -14, 46, 0, 56, 14, 46, 34, 52, 46, 40, 58, 46, 86, 34,
                60, 76, 42, 72, 30, 88, 12, 80, 0, 90, -12, 80, -30, 88, -42, 72, -60, 76))
    }
}
