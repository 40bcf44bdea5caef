/// Weapons, from the dagger to the billy club.
extension Motif {
    static let arms = [sword, dagger, katana, bow, arrow, trident, hammer, billyclub, claws]

    static let sword = Motif("sword") { drawing in
        drawing.halves(.polygon(0, -128, -15, -104, -15, 50, 0, 50))
        drawing.line(.light, 3, .polyline(0, -96, 0, 36))
        drawing.fill(.light, .polygon(-62, 44, -54, 60, -12, 66, 12, 66, 54, 60, 62, 44, 14, 52, -14, 52))
        drawing.fill(.shade, .rect(-8, 64, 16, 42))
        drawing.line(.light, 3, .polyline(-8, 76, 8, 70) + .polyline(-8, 88, 8, 82) + .polyline(-8, 100, 8, 94))
        drawing.fill(.light, .circle(0, 116, 14))
        drawing.fill(.contrast, .circle(0, 116, 6))
    }

    static let dagger = Motif("dagger") { drawing in
        drawing.halves(.from(0, 122).curve(-10, 90, -26, 50, -18, 6).line(0, 6).closed)
        drawing.line(.cut, 4, .polyline(0, 20, 0, 78))
        drawing.fill(
            .light,
            .from(-58, -22).curve(-46, -8, -20, -4, 0, -4).curve(20, -4, 46, -8, 58, -22)
                .curve(52, 10, 20, 16, 0, 16).curve(-20, 16, -52, 10, -58, -22).closed)
        drawing.fill(.shade, .from(-9, -4).line(-13, -40).line(-9, -76).line(9, -76).line(13, -40).line(9, -4).closed)
        drawing.line(
            .light, 3.5, .polyline(-12, -18, 12, -26) + .polyline(-12, -34, 12, -42) + .polyline(-12, -50, 12, -58))
        drawing.fill(.main, Path.regular(6, 20).moved(0, -90))
        drawing.fill(.contrast, Path.regular(6, 9).moved(0, -90))
        drawing.turn(24)
    }

    static let katana = Motif("katana") { drawing in
        func blade(_ angle: Double, _ flat: Drawing.Tone) {
            let steel = Path.from(-6, 46).curve(-10, -10, -6, -80, 22, -132).curve(24, -80, 14, -10, 10, 46).closed
            drawing.fill(flat, steel.turned(angle))
            drawing.fill(
                .light,
                Path.from(-6, 46).curve(-10, -10, -6, -80, 22, -132).curve(4, -80, -2, -10, 0, 46).closed.turned(angle))
            drawing.fill(.light, Path.ellipse(2, 50, 20, 7).turned(angle))
            drawing.fill(.shade, Path.polygon(-5, 56, 9, 56, 7, 122, -7, 122).turned(angle))
            let wraps = [64.0, 76, 88, 100, 112].reduce(Path()) { $0 + .polygon(1, $1 - 5, 7, $1, 1, $1 + 5, -5, $1) }
            drawing.fill(.light, wraps.turned(angle))
        }
        blade(-34, .shade)
        blade(34, .main)
    }

    static let bow = Motif("bow") { drawing in
        drawing.line(.light, 3, .polyline(-4, -110, 52, 0, -4, 110))
        drawing.fill(.main, .ribbon(-2, -112, 5, -16, -98, 10, -22, -74, 15, -44, -44, 18, -54, -12, 17, -56, 0, 22))
        drawing.fill(.shade, .ribbon(-56, 0, 22, -54, 12, 17, -44, 44, 18, -22, 74, 15, -16, 98, 10, -2, 112, 5))
        drawing.fill(.contrast, .rect(-67, -14, 22, 28))
        drawing.line(.light, 6, .polyline(-96, 0, 56, 0))
        drawing.fill(.light, .polygon(-126, 0, -90, -15, -97, 0, -90, 15))
        drawing.fill(.main, .polygon(44, 0, 56, -14, 82, -14, 68, 0))
        drawing.fill(.shade, .polygon(44, 0, 56, 14, 82, 14, 68, 0))
        drawing.turn(38)
    }

    static let arrow = Motif("arrow") { drawing in
        func shaft(_ dx: Double, _ dy: Double) {
            drawing.fill(.light, Path.rect(-4, -80, 8, 170).moved(dx, dy))
            drawing.fill(.main, Path.polygon(0, -124, -26, -70, 0, -82).moved(dx, dy))
            drawing.fill(.shade, Path.polygon(0, -124, 26, -70, 0, -82).moved(dx, dy))
            drawing.fill(.main, Path.polygon(-4, 50, -24, 72, -24, 112, -4, 92).moved(dx, dy))
            drawing.fill(.shade, Path.polygon(4, 50, 24, 72, 24, 112, 4, 92).moved(dx, dy))
        }
        shaft(-58, 22)
        shaft(58, 22)
        shaft(0, -10)
        drawing.turn(20)
    }

    static let trident = Motif("trident") { drawing in
        drawing.fill(.main, .rect(-6, -30, 12, 150))
        drawing.fill(.shade, .rect(0, -30, 6, 150))
        let prong = Path.from(0, -14).curve(-40, -10, -60, -30, -56, -72).line(-70, -68).line(-54, -116).line(-30, -78)
            .line(-42, -74).curve(-42, -50, -28, -38, 0, -38).closed
        drawing.fill(.main, prong)
        drawing.fill(.shade, prong.mirrored)
        drawing.halves(.polygon(0, -134, -20, -90, -7, -94, -7, -24, 0, -24))
        drawing.fill(.light, .rect(-16, -22, 32, 10))
        drawing.fill(.light, .rect(-11, 4, 22, 7) + .rect(-11, 74, 22, 7))
        drawing.fill(.light, .polygon(-6, 112, 6, 112, 0, 132))
    }

    static let hammer = Motif("hammer") { drawing in
        drawing.line(.shade, 5, .ellipse(0, 122, 10, 14))
        drawing.fill(.light, .rect(-9, -6, 18, 118))
        drawing.line(.shade, 5, .polyline(-9, 30, 9, 18) + .polyline(-9, 52, 9, 40) + .polyline(-9, 74, 9, 62))
        drawing.line(.shade, 5, .polyline(-9, 96, 9, 84))
        drawing.fill(.main, .polygon(-86, -84, -74, -96, 74, -96, 86, -84, 86, -20, 74, -8, -74, -8, -86, -20))
        drawing.fill(.shade, .polygon(-86, -46, 86, -46, 86, -20, 74, -8, -74, -8, -86, -20))
        drawing.fill(.light, .polygon(-86, -84, -74, -96, -60, -80, -60, -24, -74, -8, -86, -20))
        drawing.fill(.light, .polygon(86, -84, 74, -96, 60, -80, 60, -24, 74, -8, 86, -20))
        drawing.line(.contrast, 4, Path.circle(0, -52, 22) + .polygon(0, -72, 17, -42, -17, -42))
        drawing.fill(.shade, .rect(-15, -8, 30, 10) + .rect(-13, 104, 26, 10))
        drawing.turn(24)
    }

    static let billyclub = Motif("billyclub") { drawing in
        drawing.line(.light, 4, .flowing(-44, 76, -90, 116, -110, 60, -60, 20, 20, 30, 90, 4, 108, 60, 84, 108, 44, 76))
        func club(_ angle: Double, _ body: Drawing.Tone, _ band: Drawing.Tone) {
            drawing.fill(body, Path.capsule(0, -100, 0, 84, 24).turned(angle))
            drawing.fill(band, (Path.rect(-12, -72, 24, 9) + .rect(-12, -56, 24, 5)).turned(angle))
            drawing.fill(band, (Path.rect(-14, 20, 28, 60)).turned(angle))
            drawing.line(
                body, 4,
                (Path.polyline(-14, 36, 14, 30) + .polyline(-14, 52, 14, 46) + .polyline(-14, 68, 14, 62)).turned(angle)
            )
        }
        club(32, .shade, .light)
        club(-32, .main, .light)
    }

    static let claws = Motif("claws") { drawing in
        for (index, reach) in [108.0, 124, 108].enumerated() {
            let x = Double(index - 1) * 46
            let blade = Path.from(-13, 40).curve(-17, -20, -10, -70, 8, -reach).curve(12, -70, 15, -20, 13, 40).closed
            drawing.fill(.main, blade.moved(x, 0))
            drawing.fill(
                .light,
                Path.from(-13, 40).curve(-17, -20, -10, -70, 8, -reach).curve(-2, -70, -4, -20, -3, 40).closed.moved(
                    x, 0))
        }
        drawing.fill(
            .shade,
            .from(-74, 44).curve(-74, 24, -20, 24, -18, 40).curve(-14, 22, 14, 22, 18, 40)
                .curve(20, 24, 74, 24, 74, 44).line(66, 96).curve(40, 110, -40, 110, -66, 96).closed)
        drawing.line(.cut, 5, .polyline(-22, 56, -20, 96) + .polyline(22, 56, 20, 96))
        drawing.fill(.light, .rect(-60, 44, 28, 8) + .rect(-14, 40, 28, 8) + .rect(32, 44, 28, 8))
        drawing.turn(14)
    }
}
