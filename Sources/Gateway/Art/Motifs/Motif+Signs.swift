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
        let tones: [Drawing.Tone] = [.light, .main, .shade, .contrast, .shade, .main]
        let facet = Path.polygon([Path.polar(108, 0), Path.polar(108, 60), Path.polar(60, 60), Path.polar(60, 0)])
        for (index, tone) in tones.enumerated() {
            drawing.fill(tone, facet.turned(Double(index) * 60 - 60).scaled(0.86, 1))
        }
        drawing.fill(.main, Path.regular(6, 58).scaled(0.86, 1))
        drawing.fill(.light, .polygon(-50, -29, 0, -58, 10, -52, -50, 14))
        drawing.fill(.shade, .polygon(50, 29, 50, -6, -14, 50, 0, 58))
        drawing.line(
            .cut, 4, Path.regular(6, 60).scaled(0.86, 1) + Path.polyline(0, -60, 0, -108).repeated(6).scaled(0.86, 1))
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
        let face = Path.from(-38, -70).curve(-38, -78, -34, -82, -26, -82).line(26, -82).curve(
            34, -82, 38, -78, 38, -70
        )
        .line(38, 54).curve(38, 62, 34, 66, 26, 66).line(-26, 66).curve(-34, 66, -38, 62, -38, 54).closed
        let pip = Path.polygon(0, -14, 9, 0, 0, 14, -9, 0)
        for (angle, tone) in [(-38.0, Drawing.Tone.shade), (-13, .main), (13, .light)] {
            let fan = { (path: Path) in path.moved(0, -36).turned(angle).moved(0, 52) }
            drawing.line(.cut, 7, fan(face))
            drawing.fill(tone, fan(face))
            drawing.fill(.contrast, fan(pip.moved(-24, -60)))
            drawing.fill(.contrast, fan(pip.moved(24, 44)))
        }
        drawing.fill(.contrast, pip.scaled(2.2).moved(0, -44).turned(13).moved(0, 52))
        drawing.line(.light, 5, .polyline(74, 62, 106, 80) + .polyline(62, 82, 84, 110) + .polyline(84, 40, 118, 46))
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
        drawing.dots(.light, 22, [Path.polar(108, 90), Path.polar(108, -30), Path.polar(108, 210)])
    }

    static let pumpkin = Motif("pumpkin") { drawing in
        drawing.fill(.shade, .ribbon(0, -58, 20, -2, -82, 18, 14, -106, 16))
        drawing.fill(.shade, Path.ellipse(-66, 22, 46, 66).doubled)
        drawing.fill(.main, Path.ellipse(-40, 20, 44, 76).doubled)
        drawing.fill(.light, .ellipse(0, 20, 30, 80))
        drawing.fill(.contrast, Path.polygon(-68, -14, -20, 10, -58, 18).doubled)
        drawing.fill(.contrast, .polygon(0, 14, 10, 32, -10, 32))
        drawing.fill(
            .contrast,
            .polygon(
                -82, 36, -56, 46, -44, 40, -34, 52, -14, 46, 0, 56, 14, 46, 34, 52, 44, 40, 56, 46, 82, 36,
                58, 74, 40, 70, 30, 86, 12, 78, 0, 88, -12, 78, -30, 86, -40, 70, -58, 74))
    }
}
