/// What flies, crawls on its belly or lives in the deep.
extension Motif {
    static let creatures = [wing, vulture, phoenix, feather, serpent, lizard, tentacle]

    static let wing = Motif("wing") { drawing in
        let primaries = [96.0, 104, 100, 92, 82].enumerated().map { index, length in
            feather(length).turned(-6 - Double(index) * 18).moved(-58, -30)
        }
        let secondaries = [82.0, 74, 62, 50].enumerated().map { index, length in
            feather(length).turned(-96 - Double(index) * 12).moved(-50 + Double(index) * 12, -12 + Double(index) * 17)
        }
        for (index, quill) in (primaries + secondaries).enumerated().reversed() {
            drawing.fill(index % 2 == 0 ? .main : .shade, quill.doubled)
        }
        let coverts = [54.0, 58, 54, 48, 40].enumerated().reduce(Path()) { all, covert in
            let share = Double(covert.offset)
            return all
                + feather(covert.element).turned(-10 - share * 26).moved(-54 + share * 8, -26 + share * 16)
        }
        drawing.fill(.light, coverts.doubled)
        drawing.fill(.main, Path.blob(-4, 72, -22, 36, -48, 2, -70, -30, -60, -46, -42, -38, -16, 0, -2, 36).doubled)
        drawing.fill(.light, .polygon(0, 20, 13, 46, 0, 92, -13, 46))
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
        drawing.fill(.shade, .ribbon(-96, 100, 24, -100, 66, 20, -94, 30, 17, -78, -4, 13, -92, -26, 9, -104, -18, 3))
        drawing.fill(
            .shade, .ribbon(30, 100, 42, 36, 70, 36, 62, 46, 30, 92, 20, 24, 88, -10, 17, 68, -6, 11, 70, 10, 3))
        drawing.fill(
            .main,
            .ribbon(
                -62, 104, 64, -64, 62, 56, -44, 18, 50, 0, -14, 44, 40, -42, 38, 52, -80, 32, 22, -102, 27, -12, -90,
                22, -16,
                -64, 17, 6, -58, 11, 12, -72, 3))
        let suckers = Point.list([-42, 76, -42, 54, -26, 32, 8, 6, 44, -20])
        drawing.dots(.light, 17, suckers)
        drawing.dots(.shade, 7, suckers)
        drawing.dots(.light, 11, 66, -54, 62, -86, 36, -110)
        drawing.dots(.light, 8, 8, -112, -16, -106)
        drawing.dots(.light, 10, 50, 76, 70, 56, 96, 20)
        drawing.fill(
            .main,
            .from(-122, 118).curve(-112, 96, -96, 84, -78, 92).curve(-62, 78, -34, 78, -20, 92).curve(
                -4, 80, 20, 78, 34, 90
            )
            .curve(50, 78, 82, 80, 92, 96).curve(106, 98, 114, 108, 120, 118).closed)
        drawing.line(.light, 4.5, .flowing(-98, 106, -76, 100, -54, 108, -22, 104, 4, 98, 34, 108, 70, 100, 96, 108))
    }

    /// A flight feather of this length, pointing up from the origin.
    private static func feather(_ length: Double) -> Path {
        .from(-8, 0).curve(-17, -length * 0.5, -15, -length * 0.88, -2, -length)
            .curve(13, -length * 0.8, 12, -length * 0.4, 8, 0).closed
    }
}
