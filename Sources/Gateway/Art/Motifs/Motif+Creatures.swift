/// What flies, crawls on its belly or lives in the deep.
extension Motif {
    static let creatures = [wing, vulture, phoenix, feather, serpent, lizard, tentacle]

    static let wing = Motif("wing") { drawing in
        let feathers: [(angle: Double, length: Double)] = [
            (-8, 62), (-26, 80), (-44, 96), (-60, 108), (-75, 116), (-90, 120),
        ]
        for (index, feather) in feathers.enumerated() {
            let quill = Path.from(0, 0).curve(-16, -20, -14, -feather.length, 0, -feather.length)
                .curve(20, -feather.length * 0.8, 14, -20, 0, 0).closed
                .turned(feather.angle - 90).moved(-6 - Double(index) * 4, 40 - Double(index) * 16)
            drawing.fill(index % 2 == 0 ? .main : .shade, quill.doubled)
        }
        let shoulder = Path.from(0, 50).curve(-24, 40, -46, -20, -66, -46).curve(-40, -58, -12, -40, 0, -6).closed
        drawing.fill(.light, shoulder.doubled)
        drawing.fill(.contrast, .polygon(0, -10, 12, 20, 0, 66, -12, 20))
    }

    static let vulture = Motif("vulture") { drawing in
        let wing = Path.from(-12, -20).curve(-40, -64, -74, -76, -120, -58).line(-112, -42).line(-124, -34)
            .line(-108, -24).line(-116, -8).line(-98, -6).line(-102, 12).line(-82, 8).line(-80, 26).line(-60, 18)
            .line(-50, 36).line(-34, 24).curve(-24, 34, -14, 40, 0, 44).closed
        drawing.fill(.main, wing)
        drawing.fill(.shade, wing.mirrored)
        drawing.halves(.polygon(0, 30, -16, 40, -26, 84, -10, 78, 0, 92))
        drawing.fill(
            .light,
            Path.from(-14, -18).curve(-40, -52, -70, -62, -106, -54).curve(-72, -46, -44, -30, -22, 6).closed.doubled)
        drawing.fill(.main, .blob(0, -30, -20, -14, -22, 14, 0, 50, 22, 14, 20, -14))
        drawing.fill(.contrast, .blob(-26, -24, 0, -36, 26, -24, 18, -10, 0, -4, -18, -10))
        drawing.fill(.light, .ribbon(2, -22, 12, 6, -42, 11, -4, -58, 12))
        drawing.fill(
            .light,
            .from(10, -72).curve(-6, -82, -20, -70, -22, -56).curve(-32, -52, -30, -38, -26, -30)
                .curve(-20, -44, -8, -48, 4, -50).curve(16, -54, 18, -66, 10, -72).closed)
        drawing.dots(.contrast, 6, -6, -64)
    }

    static let phoenix = Motif("phoenix") { drawing in
        let wing = Path.from(-8, 20).curve(-30, 10, -44, -10, -50, -34).curve(-66, -30, -78, -40, -84, -56)
            .curve(-92, -60, -100, -78, -96, -104).curve(-84, -76, -64, -70, -52, -78).curve(
                -48, -58, -36, -50, -28, -54
            )
            .curve(-26, -36, -16, -26, -6, -24).closed
        drawing.fill(.main, wing)
        drawing.fill(.shade, wing.mirrored)
        drawing.fill(
            .light,
            Path.from(-8, 8).curve(-24, -2, -38, -24, -42, -48).curve(-34, -38, -24, -34, -22, -36)
                .curve(-20, -22, -12, -12, -6, -8).closed.doubled)
        let plumes =
            Path.ribbon(0, 20, 16, -14, 50, 16, -44, 70, 12, -52, 104, 1)
            + .ribbon(0, 20, 16, -8, 56, 18, -18, 84, 12, -10, 116, 1)
        drawing.fill(.main, plumes)
        drawing.fill(.shade, plumes.mirrored)
        drawing.fill(
            .main,
            .from(0, 60).curve(-18, 40, -18, -10, -6, -40).curve(-14, -62, -2, -78, 12, -74)
                .line(30, -62).line(12, -56).curve(8, -30, 20, 30, 0, 60).closed)
        drawing.fill(.light, .ribbon(-2, -74, 6, -10, -92, 6, -24, -98, 1) + .ribbon(2, -74, 6, 2, -96, 6, -8, -112, 1))
        drawing.dots(.contrast, 6, 10, -65)
        drawing.fill(.contrast, .polygon(30, -62, 12, -56, 16, -66))
        drawing.fill(.light, .from(0, 52).curve(-8, 30, -8, 0, 0, -22).curve(8, 0, 8, 30, 0, 52).closed)
    }

    static let feather = Motif("feather") { drawing in
        drawing.halves(.from(0, -116).curve(-52, -84, -50, -10, -36, 40).line(-24, 58).line(0, 62).closed)
        drawing.fill(.cut, .polygon(-52, -20, -12, 8, -52, -8) + .polygon(-50, 26, -10, 40, -46, 36))
        drawing.fill(.cut, .polygon(52, -46, 12, -18, 52, -34) + .polygon(46, 12, 10, 34, 44, 22))
        drawing.line(.light, 5, .flowing(0, -96, 0, 40, -4, 80, -16, 116))
        drawing.line(.cut, 2.5, Path.polyline(0, -60, -26, -78).doubled + Path.polyline(0, -28, -34, -48).doubled)
        drawing.line(.cut, 2.5, Path.polyline(0, 0, 32, -16) + .polyline(0, 48, -26, 44) + .polyline(0, 48, 26, 40))
        drawing.turn(28)
    }

    static let serpent = Motif("serpent") { drawing in
        drawing.fill(
            .shade, .ribbon(-84, 72, 1, -60, 92, 14, -10, 100, 22, 52, 94, 26, 80, 68, 26, 54, 44, 26, 8, 42, 26))
        drawing.fill(.main, .ribbon(30, 44, 24, -30, 46, 28, -66, 66, 28, -50, 92, 26, 0, 98, 24, 30, 96, 18))
        drawing.fill(
            .main,
            .from(-16, 60).curve(-30, 20, -66, 0, -58, -52).curve(-50, -86, -24, -90, -18, -92)
                .line(18, -92).curve(24, -90, 50, -86, 58, -52).curve(66, 0, 30, 20, 22, 60).closed)
        drawing.fill(
            .shade,
            .from(0, -92).line(18, -92).curve(24, -90, 50, -86, 58, -52).curve(66, 0, 30, 20, 22, 60).line(0, 60).closed
        )
        drawing.fill(
            .light,
            .from(-12, 60).curve(-22, 20, -26, -10, -22, -40).line(22, -40).curve(26, -10, 22, 20, 14, 60).closed)
        drawing.line(
            .cut, 4,
            .flowing(-20, -12, 0, -6, 20, -12) + .flowing(-20, 10, 0, 16, 20, 10) + .flowing(-15, 32, 0, 38, 16, 32))
        drawing.fill(
            .main,
            .from(0, -118).curve(-30, -116, -36, -86, -28, -70).line(-12, -40).line(12, -40).line(28, -70)
                .curve(36, -86, 30, -116, 0, -118).closed)
        drawing.fill(.contrast, Path.polygon(-26, -88, -10, -78, -22, -74).doubled)
        drawing.line(.contrast, 3.5, .polyline(0, -40, 0, -24) + .polyline(-7, -14, 0, -24, 7, -14))
    }

    static let lizard = Motif("lizard") { drawing in
        let limbs =
            Path.ribbon(-8, -50, 12, -40, -42, 12, -54, -74, 9) + .ribbon(8, -38, 12, 40, -22, 12, 58, -46, 9)
            + .ribbon(-6, 6, 12, -34, 22, 12, -34, 56, 9) + .ribbon(14, 12, 12, 46, 22, 12, 62, 50, 9)
        drawing.fill(.shade, limbs)
        drawing.line(.shade, 6, .polyline(-70, -86, -54, -74, -54, -96) + .polyline(-54, -74, -40, -88))
        drawing.line(.shade, 6, .polyline(78, -54, 58, -46, 60, -68) + .polyline(58, -46, 76, -36))
        drawing.line(.shade, 6, .polyline(-54, 62, -34, 56, -38, 76) + .polyline(-34, 56, -18, 70))
        drawing.line(.shade, 6, .polyline(82, 48, 62, 50, 64, 72) + .polyline(62, 50, 78, 64))
        drawing.fill(
            .main,
            .ribbon(
                -14, -112, 8, -10, -96, 32, -4, -76, 30, 0, -60, 22, 2, -36, 36, 4, -10, 38, 4, 14, 28, -4, 40, 20, -22,
                66, 16,
                -18, 92, 13, 14, 104, 10, 44, 92, 7, 48, 72, 1))
        drawing.line(.light, 6, .flowing(-4, -76, 2, -36, 4, 14, -4, 40, -22, 66, -18, 90))
        drawing.dots(.contrast, 7, -22, -98, 4, -98)
        drawing.dots(.light, 6, -8, -46, -9, -26, -7, -6, 13, -46, 15, -26, 16, -6)
    }

    static let tentacle = Motif("tentacle") { drawing in
        drawing.fill(
            .main,
            .ribbon(
                -62, 112, 64, -64, 66, 56, -44, 20, 50, 0, -12, 44, 40, -40, 38, 52, -78, 32, 22, -100, 27, -12, -88,
                22, -16, -62, 17,
                6, -56, 11, 12, -70, 3))
        drawing.fill(
            .shade, .ribbon(30, 112, 42, 36, 76, 36, 62, 50, 30, 92, 24, 24, 88, -8, 17, 68, -4, 11, 70, 12, 3))
        drawing.fill(.shade, .ribbon(-96, 112, 24, -100, 70, 20, -94, 30, 17, -78, -4, 13, -92, -26, 9, -104, -18, 3))
        let spots: [Point] = Point.list([-44, 100, -44, 66, -26, 34, 8, 8, 44, -18])
        drawing.dots(.light, 17, spots)
        drawing.dots(.shade, 7, spots)
        drawing.dots(.light, 11, 66, -52, 62, -84, 36, -108)
        drawing.dots(.light, 8, 8, -110, -16, -104)
        drawing.dots(.light, 10, 44, 100, 50, 78, 70, 60)
    }
}
