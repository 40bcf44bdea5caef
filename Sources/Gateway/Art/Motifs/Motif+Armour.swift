/// What is worn into battle or on stage.
extension Motif {
    static let armour = [shield, helmet, mask, horns, gauntlet, crown, cloak, boot]

    static let shield = Motif("shield") { drawing in
        drawing.halves(.from(0, -106).line(-26, -92).line(-86, -92).curve(-92, 0, -70, 74, 0, 116).closed)
        drawing.fill(
            .cut,
            .from(0, -88).line(-24, -76).line(-72, -76).curve(-76, 4, -56, 62, 0, 98)
                .curve(56, 62, 76, 4, 72, -76).line(24, -76).closed)
        drawing.halves(.from(0, -74).line(-22, -64).line(-60, -64).curve(-62, 6, -46, 52, 0, 82).closed)
        drawing.fill(.light, Path.star(5, 44, 18).moved(0, -6))
        drawing.fill(.contrast, Path.star(5, 20, 8).moved(0, -6))
        drawing.dots(.light, 6, -80, -84, 80, -84, -74, 14, 74, 14, 0, 107)
    }

    static let helmet = Motif("helmet") { drawing in
        drawing.fill(
            .light,
            .from(-8, -76).curve(-14, -124, 74, -132, 92, -52).curve(102, -10, 96, 30, 84, 52)
                .curve(84, 0, 76, -50, 40, -72).closed)
        drawing.line(
            .shade, 3, .polyline(22, -82, 20, -116) + .polyline(46, -74, 56, -104) + .polyline(66, -50, 84, -72))
        drawing.line(.shade, 3, .polyline(77, -20, 98, -34) + .polyline(83, 12, 98, 6))
        drawing.fill(
            .main,
            .from(-70, 106).line(-76, 10).curve(-80, -50, -50, -88, -4, -88).curve(50, -88, 78, -46, 76, 10)
                .line(84, 104).line(30, 94).line(22, 34).line(2, 34).line(-8, 106).closed)
        drawing.fill(
            .shade,
            .from(-4, -88).curve(50, -88, 78, -46, 76, 10).line(84, 104).line(30, 94).line(22, 34).line(44, 0).closed)
        drawing.fill(.contrast, .polygon(-66, -4, -26, -4, -18, 10, -20, 24, -58, 18))
        drawing.fill(.contrast, .polygon(-2, -4, 42, -8, 38, 16, 22, 34, 2, 24))
        drawing.fill(.light, .polygon(-24, -62, -8, -62, 4, 40, -8, 76, -26, 40))
        drawing.dots(.light, 7, -60, 90, -64, 60, 66, 88, 62, 58)
    }

    static let mask = Motif("mask") { drawing in
        drawing.fill(.shade, .from(70, -30).line(118, -62).line(104, -30).line(120, -8).line(74, 0).closed)
        drawing.fill(.shade, .from(-70, -30).line(-118, -62).line(-104, -30).line(-120, -8).line(-74, 0).closed)
        drawing.halves(
            .from(0, -34).curve(-20, -62, -64, -66, -96, -42).curve(-96, 6, -70, 56, -34, 52).curve(
                -18, 50, -12, 26, 0, 22
            ).closed)
        drawing.fill(
            .contrast,
            Path.from(-20, -4).curve(-34, -30, -62, -34, -78, -22).curve(-74, 4, -54, 22, -38, 20).curve(
                -26, 18, -20, 8, -20, -4
            ).closed.doubled)
        drawing.fill(
            .light,
            Path.from(-28, -6).curve(-38, -22, -56, -26, -68, -18).curve(-62, 0, -48, 12, -38, 10).curve(
                -30, 8, -28, 2, -28, -6
            ).closed.doubled)
        drawing.fill(.light, Path.polygon(0, -56, -12, -88, 0, -74).doubled)
        drawing.stretch(1, 1.22)
    }

    static let horns = Motif("horns") { drawing in
        let horn = Path.from(-30, 34).curve(-58, 26, -76, -4, -62, -40).curve(-52, -70, -66, -96, -92, -112)
            .curve(-118, -70, -122, 10, -66, 54).closed
        drawing.fill(.main, horn)
        drawing.fill(.shade, horn.mirrored)
        drawing.fill(
            .light,
            Path.from(-44, 36).curve(-84, 14, -94, -60, -92, -112).curve(-112, -60, -112, 10, -66, 50).closed.doubled)
        drawing.halves(
            .from(0, 2).curve(-34, 4, -62, 20, -66, 44).line(-62, 84).line(-44, 110).line(-38, 66).line(0, 78).closed)
        drawing.fill(.light, .polygon(0, 6, 16, 40, 0, 96, -16, 40))
        drawing.fill(.contrast, .polygon(0, 24, 7, 42, 0, 62, -7, 42))
        drawing.line(.cut, 4, Path.flowing(-22, 62, -42, 54, -64, 56).doubled)
    }

    static let gauntlet = Motif("gauntlet") { drawing in
        drawing.fill(.shade, .polygon(-44, 60, 44, 60, 62, 120, -62, 120))
        drawing.fill(.main, .polygon(-50, 54, 50, 54, 54, 72, -54, 72))
        drawing.fill(.main, .from(-56, -20).line(50, -20).line(56, 20).line(42, 56).line(-42, 56).line(-58, 24).closed)
        for (index, top) in [-84.0, -96, -92, -76].enumerated() {
            let x = -54 + Double(index) * 27
            drawing.fill(index % 2 == 0 ? .main : .shade, .capsule(x + 12, top, x + 12, -6, 25))
            drawing.line(.cut, 3, .polyline(x + 1, top + 30, x + 23, top + 30))
            drawing.dots(.light, 14, x + 12, -14)
        }
        drawing.fill(.shade, .capsule(50, 34, 82, -22, 27) + .polygon(40, 10, 66, 30, 44, 58))
        drawing.fill(.light, Path.ellipse(-4, 22, 18, 15))
        drawing.fill(.contrast, Path.ellipse(-4, 22, 9, 7))
        drawing.line(.light, 4, .polyline(-54, 92, 54, 92) + .polyline(-58, 106, 58, 106))
    }

    static let crown = Motif("crown") { drawing in
        drawing.halves(.polygon(0, -84, -28, -18, -64, -60, -58, 0, -100, -34, -78, 56, 0, 66))
        drawing.fill(
            .light, .from(-82, 56).curve(-50, 72, 50, 72, 82, 56).line(80, 86).curve(50, 104, -50, 104, -80, 86).closed)
        drawing.dots(.light, 18, 0, -92, -66, -66, 66, -66, -102, -40, 102, -40)
        drawing.fill(.contrast, .polygon(0, 68, 15, 84, 0, 98, -15, 84))
        drawing.dots(.contrast, 11, -50, 79, 50, 79, -30, 82, 30, 82)
        drawing.fill(.light, .polygon(0, -46, 11, 6, 0, 42, -11, 6))
        drawing.fill(.light, Path.polygon(-54, -8, -44, 22, -54, 42, -62, 20).doubled)
    }

    static let cloak = Motif("cloak") { drawing in
        drawing.fill(.light, .polygon(-46, -60, 46, -60, 74, 104, 40, 92, 0, 108, -40, 92, -74, 104))
        drawing.line(.shade, 3.5, Path.polyline(-14, 0, -22, 96).doubled + .polyline(0, -10, 0, 102))
        drawing.halves(
            .from(-6, -34).curve(-40, -36, -86, -28, -94, 0).curve(-102, 40, -108, 84, -118, 118).line(-92, 104).line(
                -76, 122
            )
            .line(-58, 106).line(-42, 124).curve(-40, 60, -34, 10, -4, -12).closed)
        drawing.line(
            .cut, 3.5,
            Path.flowing(-66, -14, -78, 44, -84, 100).doubled + Path.flowing(-46, -8, -56, 44, -60, 100).doubled)
        drawing.fill(.shade, Path.from(-4, -22).line(-50, -116).curve(-74, -86, -72, -46, -48, -26).closed.doubled)
        drawing.fill(.main, Path.from(-4, -22).line(-50, -116).curve(-52, -80, -44, -50, -20, -24).closed.doubled)
        drawing.fill(.light, .circle(0, -18, 15))
        drawing.fill(.contrast, .circle(0, -18, 7))
    }

    static let boot = Motif("boot") { drawing in
        drawing.fill(
            .light,
            .from(36, -30).curve(60, -90, 92, -92, 116, -84).curve(108, -72, 98, -66, 90, -64)
                .curve(98, -60, 102, -54, 102, -52).curve(92, -42, 80, -40, 74, -40).curve(80, -36, 82, -30, 82, -26)
                .curve(66, -10, 48, -10, 36, -14).closed)
        drawing.line(.shade, 3, .flowing(46, -28, 66, -52, 90, -64) + .flowing(46, -20, 60, -32, 74, -40))
        drawing.fill(
            .main,
            .from(-34, -106).line(44, -100).curve(34, -50, 34, -10, 44, 30).line(44, 84).line(-104, 84)
                .curve(-110, 50, -86, 38, -58, 32).curve(-34, 24, -26, 4, -30, -40).closed)
        drawing.fill(
            .shade,
            .from(8, -103).line(44, -100).curve(34, -50, 34, -10, 44, 30).line(44, 84).line(-10, 84).curve(
                14, 40, 6, -40, 8, -103
            ).closed)
        drawing.fill(.light, .polygon(-40, -112, 50, -104, 46, -78, -36, -84))
        drawing.fill(
            .contrast,
            .from(-106, 82).line(46, 82).line(46, 104).line(14, 104).line(10, 94).line(-20, 94).line(-24, 104).line(
                -104, 104
            ).closed)
        drawing.line(.light, 4.5, .flowing(-46, 30, -26, 44, 0, 44) + .flowing(-33, 10, -18, 22, 4, 22))
    }
}
