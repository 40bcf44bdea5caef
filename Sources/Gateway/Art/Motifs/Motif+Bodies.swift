/// Hands, heads, hearts and the shadow behind them.
extension Motif {
    static let bodies = [fist, eye, skull, brain, hand, heart, fangs, shadow]

    static let fist = Motif("fist") { drawing in
        drawing.fill(.shade, .polygon(-44, 66, 46, 66, 40, 124, -38, 124))
        drawing.fill(
            .main,
            .from(-76, -10).line(76, -10).line(78, 26).curve(76, 58, 56, 76, 34, 80).line(-34, 80)
                .curve(-62, 74, -80, 44, -76, -10).closed)
        for (index, top) in [-70.0, -82, -78, -62].enumerated() {
            let x = -58 + Double(index) * 39
            let finger = Path.from(x - 18, top + 18).curve(x - 18, top - 8, x + 18, top - 8, x + 18, top + 18)
                .line(x + 18, 10).curve(x + 18, 28, x - 18, 28, x - 18, 10).closed
            drawing.line(.cut, 6, finger)
            drawing.fill(.main, finger)
            drawing.fill(
                .light, .from(x - 11, top + 18).curve(x - 10, top + 4, x + 10, top + 4, x + 11, top + 18).closed)
            drawing.line(.shade, 4, .polyline(x - 9, -26, x + 9, -26))
        }
        drawing.fill(
            .shade, .from(77, 30).curve(76, 58, 56, 76, 34, 80).line(-8, 80).curve(40, 70, 62, 54, 77, 30).closed)
        let thumb = Path.from(-78, 6).curve(-64, -2, -50, 6, -40, 12).line(14, 20).curve(38, 24, 34, 54, 12, 52).line(
            -30, 50
        )
        .curve(-56, 50, -74, 40, -78, 6).closed
        drawing.line(.cut, 7, thumb)
        drawing.fill(.main, thumb)
        drawing.fill(.light, .from(8, 27).curve(26, 28, 26, 46, 8, 45).closed)
        drawing.fill(.light, .polygon(-47, 88, 47, 88, 45, 104, -45, 104))
    }

    static let eye = Motif("eye") { drawing in
        drawing.fill(
            .shade,
            Path.polygon(-5, -64, 5, -64, 0, -116).turned(-48) + Path.polygon(-5, -64, 5, -64, 0, -116).turned(48))
        drawing.fill(
            .shade,
            Path.polygon(-6, -58, 6, -58, 0, -112).turned(-24) + Path.polygon(-6, -58, 6, -58, 0, -112).turned(24))
        drawing.fill(.shade, .polygon(-6, -56, 6, -56, 0, -116) + .polygon(-6, 56, 6, 56, 0, 92))
        drawing.fill(.main, .from(-116, 4).curve(-70, -64, 70, -64, 116, 4).curve(70, 66, -70, 66, -116, 4).closed)
        drawing.fill(.contrast, .from(-96, 4).curve(-58, -48, 58, -48, 96, 4).curve(58, 50, -58, 50, -96, 4).closed)
        drawing.fill(.light, .circle(0, 3, 37))
        drawing.fill(.main, .circle(0, 3, 28))
        drawing.fill(.shade, Path.polygon(-3, -27, 3, -27, 0, -14).repeated(10).moved(0, 3))
        drawing.fill(.contrast, .ellipse(0, 3, 12, 16))
        drawing.fill(.light, .circle(8, -8, 6))
    }

    static let skull = Motif("skull") { drawing in
        drawing.halves(
            .from(0, -106).curve(-62, -106, -92, -62, -86, -12).curve(-84, 10, -76, 22, -76, 38).line(-44, 48)
                .line(-40, 96).line(0, 100).closed)
        drawing.fill(
            .contrast,
            Path.from(-14, 0).curve(-22, -26, -62, -26, -64, 0).curve(-64, 26, -30, 34, -18, 20).closed.doubled)
        drawing.fill(.contrast, Path.polygon(0, 18, -12, 44, 0, 40).doubled)
        drawing.line(.contrast, 4.5, .polyline(-13, 62, -13, 98) + .polyline(13, 62, 13, 98) + .polyline(0, 60, 0, 100))
        drawing.line(.contrast, 4.5, .polyline(-27, 62, -26, 97) + .polyline(27, 62, 26, 97))
        drawing.fill(
            .light, .from(-60, -40).curve(-54, -70, -34, -86, -12, -88).curve(-34, -74, -46, -60, -48, -38).closed)
        drawing.line(.cut, 4, .polyline(34, -100, 24, -76, 36, -64, 28, -46))
    }

    static let brain = Motif("brain") { drawing in
        let half = Path.from(-3, -92).curve(-24, -104, -46, -96, -52, -80).curve(-76, -80, -90, -56, -84, -38)
            .curve(-104, -22, -104, 12, -88, 24).curve(-92, 48, -74, 68, -54, 66).curve(-46, 90, -18, 96, -3, 84).closed
        drawing.fill(.main, half)
        drawing.fill(.shade, half.mirrored)
        let folds =
            Path.flowing(-52, -80, -40, -62, -24, -66) + .flowing(-84, -38, -62, -44, -44, -30, -24, -36)
            + .flowing(-88, 24, -70, 14, -66, -8, -44, -2) + .flowing(-54, 66, -50, 46, -30, 42, -26, 22)
            + .flowing(-20, 0, -24, -18, -40, -14) + .flowing(-18, 66, -32, 62, -38, 72)
            + .flowing(-70, 44, -56, 36, -48, 22)
        drawing.line(.cut, 6, folds.doubled)
        drawing.fill(.shade, .ribbon(0, 76, 14, 0, 96, 16, 6, 116, 8))
    }

    static let hand = Motif("hand") { drawing in
        drawing.fill(
            .main, .capsule(-46, 10, -62, -72, 25) + .capsule(-17, 0, -22, -100, 27) + .capsule(14, 0, 18, -98, 27))
        drawing.fill(.main, .capsule(42, 10, 56, -70, 24))
        drawing.fill(.shade, .ribbon(24, 96, 34, 60, 60, 38, 84, 24, 26, 104, -16, 22) + .circle(105, -18, 11))
        drawing.fill(
            .main,
            .from(-60, 4).line(56, 4).curve(64, 40, 56, 80, 36, 96).line(38, 122).line(-40, 122).line(-38, 96).curve(
                -60, 76, -66, 40, -60, 4
            ).closed)
        drawing.fill(.contrast, .circle(-2, 52, 33))
        drawing.line(.light, 7, .flowing(-2, 52, 4, 46, 9, 54, -2, 64, -15, 54, -8, 36, 8, 34, 20, 48))
        drawing.line(
            .shade, 4,
            .polyline(-62, -44, -48, -47) + .polyline(-33, -56, -11, -57) + .polyline(6, -56, 28, -55)
                + .polyline(42, -42, 61, -38))
    }

    static let heart = Motif("heart") { drawing in
        drawing.halves(.from(0, -52).curve(-20, -108, -104, -98, -104, -28).curve(-104, 30, -34, 70, 0, 106).closed)
        drawing.fill(.light, .polygon(0, -52, -40, -86, -80, -46, -40, -6))
        drawing.fill(.light, .polygon(0, 106, -16, 30, 0, -6, 16, 30))
        drawing.fill(.main, .polygon(0, -52, 40, -86, 80, -46, 40, -6))
        drawing.fill(.shade, .polygon(-40, -6, -102, -8, -74, 50, -16, 30))
        drawing.fill(.main, .polygon(40, -6, 102, -8, 74, 50, 16, 30))
        drawing.line(.cut, 4, .polyline(0, -52, -40, -6, -16, 30, 0, 106, 16, 30, 40, -6, 0, -52, 0, -6, -16, 30))
        drawing.line(.cut, 4, .polyline(-80, -46, -40, -6, -102, -8) + .polyline(80, -46, 40, -6, 102, -8))
        drawing.line(
            .cut, 4, .polyline(0, -6, 16, 30, 74, 50) + .polyline(-16, 30, -74, 50) + .polyline(-40, -6, 40, -6))
    }

    static let fangs = Motif("fangs") { drawing in
        drawing.fill(
            .main,
            .from(-112, -20).curve(-80, -62, -36, -82, 0, -60).curve(36, -82, 80, -62, 112, -20)
                .curve(84, 56, 40, 88, 0, 88).curve(-40, 88, -84, 56, -112, -20).closed)
        drawing.fill(
            .shade,
            .from(-96, 14).curve(-70, 70, -34, 88, 0, 88).curve(34, 88, 70, 70, 96, 14).curve(60, 52, 30, 58, 0, 58)
                .curve(-30, 58, -60, 52, -96, 14).closed)
        drawing.fill(
            .contrast,
            .from(-90, -16).curve(-60, -36, -30, -40, 0, -32).curve(30, -40, 60, -36, 90, -16)
                .curve(60, 44, 30, 56, 0, 56).curve(-30, 56, -60, 44, -90, -16).closed)
        drawing.fill(
            .light,
            Path.polygon(-62, -30, -34, -34, -44, 40).doubled + Path.polygon(-30, -34, -3, -32, -4, -8, -26, -8).doubled
        )
        drawing.fill(.light, Path.polygon(-84, -18, -66, -28, -68, 4).doubled)
        drawing.fill(.light, Path.polygon(-30, 53, -14, 55, -24, 26).doubled)
        drawing.fill(.main, .from(-44, 56).curve(-58, 78, -56, 96, -44, 98).curve(-32, 96, -30, 78, -44, 56).closed)
        drawing.fill(.light, .from(44, 66).curve(34, 84, 34, 106, 44, 108).curve(54, 106, 54, 84, 44, 66).closed)
    }

    static let shadow = Motif("shadow") { drawing in
        let figure = Path.from(0, 124).line(-78, 104).curve(-76, 50, -56, 24, -26, 14).line(-24, -6).curve(
            -38, -20, -42, -40, -38, -56
        )
        .line(-70, -58).curve(-60, -70, -44, -72, -36, -74).curve(-32, -112, -12, -112, 0, -104).curve(
            12, -112, 32, -112, 36, -74
        )
        .curve(44, -72, 60, -70, 70, -58).line(38, -56).curve(42, -40, 38, -20, 24, -6).line(26, 14)
        .curve(56, 24, 76, 50, 78, 104).closed
        drawing.fill(.shade, figure.moved(26, 0))
        drawing.fill(.main, figure.moved(-14, 0))
        drawing.fill(.light, .polygon(-50, -66, 22, -66, 22, -76, -50, -76))
        drawing.fill(
            .light, .polygon(-42, -38, -20, -32, -24, -26, -38, -30) + .polygon(14, -38, -8, -32, -4, -26, 10, -30))
        drawing.fill(.contrast, .polygon(-14, 26, -40, 16, -50, 40, -30, 50, -14, 124, 2, 50, 22, 40, 12, 16))
        drawing.fill(.light, .polygon(-14, 28, -6, 38, -10, 76, -14, 88, -18, 76, -22, 38))
    }
}
