/// The heroes on the cover of a work, each in the colours of their portrait.
extension CoverCanvas {
    mutating func drawHeroes(_ emblem: Emblem, in frame: Box) {
        let cover = (palette, area)
        let heroes = ([emblem] + emblem.others).withDistinctGrounds
        fill(palette.paper, frame)
        if heroes.count == 2 { drawSides(heroes, in: frame) } else { drawPanels(heroes, in: frame) }
        (palette, area) = cover
    }

    /// Draws the heroes of a group in panels that fill the sheet.
    mutating func drawMosaic(_ heroes: [Emblem]) {
        fill(palette.paper, bounds)
        drawPanels(heroes, in: bounds)
    }

    /// Draws two opponents on both sides of a slanted edge, above each other if the frame is tall.
    private mutating func drawSides(_ heroes: [Emblem], in frame: Box) {
        let tall = frame.height > frame.width * 1.15
        // Shares of the frame along the two sides and across them.
        func at(_ along: Double, _ across: Double) -> Point {
            Point(frame.x + frame.width * (tall ? across : along), frame.y + frame.height * (tall ? along : across))
        }
        let size = tall ? Point(frame.width * 0.74, frame.height * 0.43) : Point(frame.width * 0.42, frame.height * 0.8)
        let edge = [at(0.6, 0), at(0.4, 1)]
        let sides = [([at(0, 1), at(0, 0)], at(0.255, 0.46)), ([at(1, 1), at(1, 0)], at(0.745, 0.54))]
        for (hero, (corners, middle)) in zip(heroes, sides) {
            palette = Palette(ground: hero.ground, accent: hero.accent)
            fill(palette.ground, .polygon(corners + edge))
            area = Box(x: middle.x - size.x / 2, y: middle.y - size.y / 2, width: size.x, height: size.y)
            drawHero(hero, in: area)
        }
        stroke(palette.paper, 14, .polygon(edge), round: false)
    }

    /// Draws panels as on a page of a comic, the first heroes in the upper row.
    private mutating func drawPanels(_ heroes: [Emblem], in frame: Box) {
        let upper = heroes.count / 2
        let rows = [upper, heroes.count - upper].filter { $0 > 0 }
        for (hero, panel) in zip(heroes, frame.grid(rows: rows)) {
            palette = Palette(ground: hero.ground, accent: hero.accent)
            area = panel.expanded(by: -6)
            fill(palette.ground, area)
            drawHero(hero, in: area.expanded(by: -radius * 0.14))
        }
    }

    /// Draws the motif on a disc in the area.
    private mutating func drawHero(_ hero: Emblem, in box: Box) {
        fill(palette.groundShade, .circle(area.centre, radius * 0.94))
        draw(hero.motif, in: box, inks: palette.inks(on: palette.groundShade), tilt: 0)
    }
}

extension [Emblem] {
    /// The emblems, with ground and accent exchanged if a hero before has almost the same ground.
    var withDistinctGrounds: [Emblem] {
        var distinct: [Emblem] = []
        for var emblem in self {
            if distinct.contains(where: { $0.ground.colour.distance(to: emblem.ground.colour) < 0.15 }) {
                (emblem.ground, emblem.accent) = (emblem.accent, emblem.ground)
            }
            distinct.append(emblem)
        }
        return distinct
    }
}
