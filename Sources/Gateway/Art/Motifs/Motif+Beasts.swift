/// Beasts with fur or hide, seen from the front or from the side.
extension Motif {
    static let beasts = [panther, cat, wolf, bear, fox, rhino]

    static let panther = Motif("panther") { drawing in
        drawing.halves(
            .from(0, -68).line(-30, -74).curve(-42, -104, -76, -112, -86, -86).curve(-92, -70, -84, -54, -78, -42)
                .line(-90, 0).line(-74, 40).line(-54, 56).line(-48, 88).line(-24, 106).line(0, 106).closed)
        drawing.fill(
            .contrast,
            Path.from(-44, -72).curve(-54, -94, -70, -96, -74, -80).curve(-76, -70, -72, -60, -68, -52).closed.doubled)
        drawing.fill(
            .contrast,
            Path.from(-70, -24).curve(-52, -32, -30, -18, -20, 4).curve(-38, 8, -60, 0, -70, -24).closed.doubled
        )
        drawing.dots(.light, 12, -42, -9, 42, -9)
        drawing.dots(.contrast, 5, -41, -8, 41, -8)
        drawing.fill(.shade, .polygon(0, -14, -10, -30, -16, 34, 0, 34))
        drawing.fill(.main, .polygon(0, -14, 10, -30, 16, 34, 0, 34))
        drawing.fill(.contrast, .polygon(-32, 70, 0, 58, 32, 70, 26, 94, -26, 94))
        drawing.fill(
            .light, Path.polygon(-26, 66, -12, 62, -17, 84).doubled + Path.polygon(-20, 94, -10, 94, -14, 82).doubled)
        drawing.fill(.contrast, .polygon(-22, 34, 22, 34, 9, 50, 0, 62, -9, 50))
        drawing.line(.contrast, 3, Path.polyline(-40, 52, -62, 48).doubled + Path.polyline(-40, 60, -60, 62).doubled)
        drawing.fill(.light, Path.polygon(-6, -62, -14, -60, -4, -36).doubled)
    }

    static let cat = Motif("cat") { drawing in
        drawing.fill(.shade, .ribbon(40, 84, 22, 78, 88, 20, 98, 56, 17, 84, 26, 15, 92, -6, 12, 104, -14, 2))
        drawing.fill(
            .main,
            .from(-34, 100).curve(-54, 30, -50, 0, -34, -22).curve(-56, -34, -60, -62, -54, -104).line(-26, -78)
                .curve(-14, -82, 2, -82, 12, -78).line(42, -104).curve(48, -62, 42, -36, 22, -22)
                .curve(64, 10, 74, 60, 62, 100).closed)
        drawing.fill(
            .shade, .from(22, -22).curve(64, 10, 74, 60, 62, 100).line(18, 100).curve(40, 60, 34, 10, 6, -14).closed)
        drawing.fill(.contrast, Path.polygon(-44, -62, -16, -52, -28, -42) + .polygon(30, -62, 4, -52, 16, -42))
        drawing.line(.light, 4, .polyline(-29, -55, -28, -47) + .polyline(16, -55, 15, -47))
        drawing.fill(.contrast, .polygon(-13, -38, 1, -38, -6, -30))
        drawing.line(.cut, 4, .polyline(-12, 100, -12, 44))
        drawing.line(.light, 2.5, .polyline(-24, -32, -66, -38) + .polyline(-24, -28, -62, -20))
        drawing.line(.light, 2.5, .polyline(12, -32, 54, -38) + .polyline(12, -28, 50, -20))
    }

    static let wolf = Motif("wolf") { drawing in
        drawing.halves(
            .polygon(
                0, -50, -22, -58, -46, -104, -66, -48, -80, -16, -98, 14, -78, 16, -86, 40, -62, 38, -62, 62, -36, 56,
                -22, 92, 0, 104))
        drawing.fill(
            .light, Path.polygon(-90, 14, -50, 4, -22, 30, -36, 54, -60, 60, -60, 38, -82, 38, -74, 18).doubled)
        drawing.fill(.contrast, Path.polygon(-46, -82, -58, -46, -34, -52).doubled)
        drawing.fill(.contrast, Path.polygon(-54, -16, -20, 2, -28, 8, -46, 2).doubled)
        drawing.fill(.light, Path.polygon(0, -40, -8, -10, 0, 44).doubled)
        drawing.fill(.contrast, .polygon(-18, 66, 18, 66, 10, 82, 0, 88, -10, 82))
    }

    static let bear = Motif("bear") { drawing in
        drawing.fill(.main, .circle(-60, -62, 30))
        drawing.fill(.shade, .circle(60, -62, 30))
        drawing.fill(.contrast, Path.circle(-58, -60, 14).doubled)
        drawing.halves(
            .from(0, -78).curve(-50, -82, -84, -48, -84, -4).line(-96, 22).line(-82, 24).line(-86, 48).line(-66, 46)
                .curve(-52, 78, -30, 98, 0, 98).closed)
        drawing.fill(
            .light,
            .from(0, -6).curve(-22, -6, -46, 34, -46, 56).curve(-42, 86, 42, 86, 46, 56)
                .curve(46, 34, 22, -6, 0, -6).closed)
        drawing.fill(
            .contrast, .from(-24, 24).line(24, 24).curve(26, 40, 10, 50, 0, 50).curve(-10, 50, -26, 40, -24, 24).closed)
        drawing.line(.contrast, 4.5, .polyline(0, 48, 0, 62) + .flowing(-22, 66, 0, 62, 22, 66))
        drawing.fill(.contrast, Path.polygon(-56, -24, -26, -10, -34, -2, -50, -8).doubled)
    }

    static let fox = Motif("fox") { drawing in
        drawing.halves(.polygon(0, -44, -30, -52, -74, -104, -90, -40, -98, 16, -48, 52, 0, 100))
        drawing.fill(.contrast, Path.polygon(-72, -80, -80, -40, -46, -54).doubled)
        drawing.fill(.light, Path.polygon(-98, 16, -58, 8, -26, 26, -12, 80, -48, 52).doubled)
        drawing.fill(.contrast, Path.polygon(-62, -10, -26, 4, -34, 14, -52, 8).doubled)
        drawing.fill(.contrast, .polygon(-16, 78, 16, 78, 0, 100))
        drawing.fill(.light, Path.polygon(0, -30, -9, -14, 0, 30).doubled)
    }

    static let rhino = Motif("rhino") { drawing in
        drawing.fill(
            .main,
            .from(104, -44).curve(80, -74, 48, -72, 26, -52).line(-10, -36).curve(-40, -26, -62, -8, -78, 20)
                .curve(-92, 34, -98, 54, -84, 70).curve(-66, 82, -42, 74, -24, 62).curve(0, 70, 16, 84, 24, 112).line(
                    52, 88
                )
                .line(66, 116).line(84, 84).line(104, 96).closed)
        drawing.fill(
            .shade,
            .from(104, -10).curve(60, 10, 30, 40, -24, 62).curve(0, 70, 16, 84, 24, 112).line(52, 88).line(66, 116)
                .line(84, 84)
                .line(104, 96).closed)
        drawing.fill(
            .light, .from(-44, -24).curve(-70, -36, -98, -70, -100, -112).curve(-112, -60, -104, 0, -80, 22).closed)
        drawing.fill(
            .light, .from(-18, -33).curve(-26, -50, -34, -62, -36, -76).curve(-44, -58, -44, -38, -40, -24).closed)
        drawing.fill(.main, .from(24, -48).curve(14, -72, 18, -96, 30, -108).curve(44, -94, 52, -74, 48, -58).closed)
        drawing.fill(.shade, .from(30, -58).curve(26, -72, 26, -84, 31, -92).curve(38, -82, 42, -72, 40, -60).closed)
        drawing.fill(.contrast, .polygon(-16, 2, 8, -4, 4, 8, -8, 10))
        drawing.line(.contrast, 4.5, .flowing(-82, 58, -64, 60, -44, 50))
        drawing.fill(.contrast, .ellipse(-76, 34, 4, 7))
        drawing.line(.cut, 4, .flowing(36, 20, 48, 46, 44, 74) + .flowing(62, 6, 76, 40, 74, 74))
    }
}
