/// Weapons, from the dagger to the billy club.
extension Motif {
    static let arms = [sword, dagger, katana, bow, arrow, trident, hammer, billyclub, claws]

    static let sword = Motif("sword") { drawing in
        drawing.halves(.polygon(0, -124, -22, -94, -20, 40, 0, 40))
        drawing.line(.light, 5, .polyline(0, -90, 0, 30))
        drawing.fill(
            .light,
            .from(-84, 30).curve(-60, 44, -30, 40, 0, 40).curve(30, 40, 60, 44, 84, 30)
                .curve(80, 58, 40, 60, 0, 60).curve(-40, 60, -80, 58, -84, 30).closed)
        drawing.fill(.shade, .rect(-10, 58, 20, 46))
        drawing.line(.light, 4, .polyline(-10, 72, 10, 64) + .polyline(-10, 86, 10, 78) + .polyline(-10, 100, 10, 92))
        drawing.fill(.main, .circle(0, 112, 17))
        drawing.fill(.contrast, .circle(0, 112, 7))
        drawing.fill(.contrast, .polygon(0, 36, 11, 50, 0, 64, -11, 50))
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
        for (angle, flat) in [(-34.0, Drawing.Tone.shade), (34, .main)] {
            let place = { (path: Path) in path.turned(angle) }
            let steel = Path.from(-11, 46).curve(-16, -10, -10, -84, 26, -134).curve(30, -80, 20, -10, 14, 46).closed
            drawing.line(.cut, 8, place(steel))
            drawing.fill(flat, place(steel))
            drawing.fill(
                .light, place(.from(-11, 46).curve(-16, -10, -10, -84, 26, -134).curve(2, -80, -5, -10, -3, 46).closed))
            drawing.fill(.light, place(.ellipse(2, 50, 27, 9)))
            drawing.fill(.shade, place(.polygon(-9, 58, 13, 58, 11, 124, -9, 124)))
            let wraps = [67.0, 81, 95, 109].reduce(Path()) { $0 + .polygon(2, $1 - 6, 9, $1, 2, $1 + 6, -5, $1) }
            drawing.fill(.light, place(wraps))
        }
    }

    static let bow = Motif("bow") { drawing in
        drawing.line(.light, 3.5, .polyline(8, -114, 62, 0, 8, 114))
        drawing.fill(.main, .ribbon(10, -116, 5, -16, -100, 12, -36, -66, 19, -52, -32, 22, -56, 0, 24))
        drawing.fill(.shade, .ribbon(-56, 0, 24, -52, 32, 22, -36, 66, 19, -16, 100, 12, 10, 116, 5))
        drawing.fill(.light, .rect(-70, -17, 27, 34))
        drawing.line(.light, 8, .polyline(-92, 0, 66, 0))
        drawing.fill(.light, .polygon(-134, 0, -90, -20, -99, 0, -90, 20))
        drawing.fill(.main, .polygon(46, -1, 62, -18, 96, -18, 80, -1))
        drawing.fill(.shade, .polygon(46, 1, 62, 18, 96, 18, 80, 1))
        drawing.turn(38)
    }

    static let arrow = Motif("arrow") { drawing in
        for (angle, rear) in [(-34.0, true), (34, true), (0, false)] {
            let place = { (path: Path) in path.turned(angle).moved(0, 30) }
            drawing.line(
                .cut, 9,
                place(
                    .polygon(
                        0, -150, -32, -88, -9, -98, -9, 30, -24, 44, -24, 86, 0, 70, 24, 86, 24, 44, 9, 30, 9, -98, 32,
                        -88)))
            drawing.fill(.light, place(.rect(-6, -100, 12, 172)))
            drawing.fill(rear ? .shade : .main, place(.polygon(0, -150, -32, -88, 0, -103)))
            drawing.fill(.shade, place(.polygon(0, -150, 32, -88, 0, -103)))
            drawing.fill(rear ? .shade : .main, place(.polygon(-6, 26, -26, 46, -26, 88, -6, 68)))
            drawing.fill(.shade, place(.polygon(6, 26, 26, 46, 26, 88, 6, 68)))
        }
        drawing.fill(.main, .polygon(-30, 8, 30, 8, 26, 30, -26, 30))
    }

    static let trident = Motif("trident") { drawing in
        drawing.fill(.main, .rect(-10, -30, 20, 142))
        drawing.fill(.shade, .rect(0, -30, 10, 142))
        let prong = Path.from(0, -4).curve(-56, -2, -80, -24, -76, -66).line(-92, -60).line(-72, -118).line(-44, -74)
            .line(-57, -68).curve(-56, -46, -38, -36, 0, -36).closed
        drawing.fill(.main, prong)
        drawing.fill(.shade, prong.mirrored)
        drawing.halves(.polygon(0, -136, -28, -84, -11, -90, -11, -24, 0, -24))
        drawing.fill(.light, .polygon(-22, -26, 22, -26, 14, -4, 0, 8, -14, -4))
        drawing.fill(.light, .rect(-15, 20, 30, 9) + .rect(-15, 84, 30, 9))
        drawing.fill(.light, .polygon(-10, 110, 10, 110, 0, 132))
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
