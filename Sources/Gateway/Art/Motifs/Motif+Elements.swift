/// Fire, water, ice, leaf, storm, stone and lightning.
extension Motif {
    static let elements = [flame, wave, snowflake, leaf, tornado, rock, bolt]

    static let flame = Motif("flame") { drawing in
        drawing.fill(
            .main,
            .from(0, 112).curve(-70, 112, -92, 54, -70, 4).curve(-64, 22, -56, 28, -46, 30)
                .curve(-58, -26, -34, -84, 16, -120).curve(6, -70, 34, -50, 48, -20).curve(56, -32, 58, -44, 54, -58)
                .curve(98, 0, 88, 112, 0, 112).closed)
        drawing.fill(
            .shade,
            .from(0, 112).curve(88, 112, 98, 0, 54, -58).curve(58, -44, 56, -32, 48, -20)
                .curve(34, -50, 6, -70, 16, -120).curve(-4, -40, 66, 20, 30, 70).curve(20, 92, 10, 104, 0, 112).closed)
        drawing.fill(
            .light,
            .from(-2, 106).curve(-46, 104, -52, 66, -30, 36).curve(-26, 48, -20, 52, -14, 52)
                .curve(-20, 14, -6, -16, 12, -32).curve(6, 4, 42, 30, 36, 66).curve(32, 92, 18, 106, -2, 106).closed)
        drawing.fill(
            .contrast,
            .from(0, 104).curve(-22, 102, -22, 80, -4, 56).curve(2, 66, 18, 74, 16, 90).curve(14, 100, 8, 104, 0, 104)
                .closed)
    }

    static let wave = Motif("wave") { drawing in
        drawing.fill(
            .main,
            .from(-112, 104).curve(-100, 20, -70, -70, 24, -84).curve(76, -90, 104, -58, 98, -20)
                .curve(88, -42, 72, -46, 62, -40).curve(70, -30, 70, -18, 64, -8).curve(56, -22, 44, -26, 36, -22)
                .curve(42, -10, 40, 2, 32, 8).curve(26, -4, 14, -8, 6, -2).curve(-16, 24, 0, 62, 40, 66).curve(
                    70, 68, 96, 58, 112, 40
                )
                .line(112, 104).closed)
        drawing.fill(
            .light,
            .from(24, -84).curve(76, -90, 104, -58, 98, -20).curve(88, -42, 72, -46, 62, -40)
                .curve(70, -30, 70, -18, 64, -8).curve(56, -22, 44, -26, 36, -22).curve(42, -10, 40, 2, 32, 8)
                .curve(26, -4, 14, -8, 6, -2).curve(10, -30, 30, -50, 60, -54).curve(50, -66, 40, -72, 4, -80).closed)
        drawing.line(.shade, 6, .flowing(-92, 78, -74, 0, -24, -54, 30, -68))
        drawing.line(.shade, 6, .flowing(-66, 82, -56, 20, -22, -26, 20, -48))
        drawing.line(.shade, 6, .flowing(-40, 84, -34, 40, -14, 6))
        drawing.fill(
            .shade,
            .from(-112, 104).line(-112, 84).curve(-80, 66, -50, 66, -24, 80).curve(10, 98, 40, 98, 64, 82)
                .curve(84, 70, 100, 70, 112, 76).line(112, 104).closed)
        drawing.dots(.light, 9, 96, 6, 78, 14, 54, 20, 104, -74, 84, -98)
    }

    static let snowflake = Motif("snowflake") { drawing in
        let arm =
            Path.polyline(0, 0, 0, -110) + Path.polyline(0, -62, -30, -92).doubled
            + Path.polyline(0, -34, -24, -58).doubled
        drawing.line(.main, 11, arm.repeated(6))
        drawing.fill(.light, Path.polygon(0, -40, -10, -20, 0, 0, 10, -20).repeated(6))
        drawing.fill(.shade, Path.polygon(0, -118, -9, -106, 0, -94, 9, -106).repeated(6))
        drawing.fill(.contrast, .regular(6, 10))
    }

    static let leaf = Motif("leaf") { drawing in
        drawing.line(.shade, 8, .flowing(0, 60, 2, 90, 16, 122))
        drawing.halves(.from(0, -122).curve(-20, -96, -70, -60, -74, 0).curve(-76, 48, -40, 78, 0, 84).closed)
        drawing.line(.cut, 5, .polyline(0, -100, 0, 84))
        let veins =
            Path.flowing(0, -36, -26, -54, -40, -62) + .flowing(0, 0, -36, -22, -62, -30)
            + .flowing(0, 34, -40, 16, -70, 12) + .flowing(0, 62, -30, 52, -56, 52)
        drawing.line(.cut, 4, veins.doubled)
        drawing.turn(24)
    }

    static let tornado = Motif("tornado") { drawing in
        let rows: [(y: Double, width: Double, shift: Double)] = [
            (-84, 104, 0), (-50, 86, 8), (-18, 66, -6), (12, 48, 10), (40, 33, -2), (66, 21, 8), (90, 12, 22),
            (110, 5, 34),
        ]
        for row in rows.reversed() {
            drawing.fill(.shade, .ellipse(row.shift, row.y + 8, row.width, row.width * 0.17 + 9))
            drawing.fill(.main, .ellipse(row.shift, row.y, row.width, row.width * 0.17 + 4))
        }
        drawing.fill(.contrast, .ellipse(2, -86, 70, 11))
        drawing.fill(.light, .ellipse(12, -83, 44, 6))
        drawing.line(.light, 4, .flowing(-66, -42, -30, -36, 8, -36) + .flowing(-40, 20, -14, 24, 14, 24))
    }

    static let rock = Motif("rock") { drawing in
        drawing.fill(
            .main, .polygon(-100, 50, -88, -24, -44, -88, 24, -100, 82, -56, 104, 20, 78, 82, -20, 100, -76, 88))
        drawing.fill(.light, .polygon(-88, -24, -44, -88, 24, -100, -2, -44, -52, -16))
        drawing.fill(.shade, .polygon(24, -100, 82, -56, 104, 20, 46, 14, -2, -44))
        drawing.fill(.shade, .polygon(-100, 50, -52, -16, -30, 46, -76, 88))
        drawing.fill(.shade, .polygon(46, 14, 104, 20, 78, 82, 10, 94))
        drawing.line(.cut, 5, .polyline(-2, -44, 46, 14, 10, 94, -30, 46, -52, -16, -2, -44))
        drawing.line(.cut, 5, .polyline(-30, 46, 46, 14) + .polyline(-52, -16, -88, -24) + .polyline(46, 14, 104, 20))
    }

    static let bolt = Motif("bolt") { drawing in
        drawing.fill(.shade, Path.polygon(36, -122, -58, 14, -6, 14, -34, 122, 66, -28, 12, -28).moved(14, 6))
        drawing.fill(.main, .polygon(36, -122, -58, 14, -6, 14, -34, 122, 66, -28, 12, -28))
        drawing.fill(.light, .polygon(36, -122, -58, 14, -30, 14, 20, -60))
        drawing.fill(.main, Path.polygon(84, -92, 56, -48, 72, -48, 62, -16, 96, -62, 78, -62))
        drawing.fill(.main, Path.polygon(-62, 36, -90, 80, -74, 80, -84, 112, -50, 66, -68, 66))
    }
}
