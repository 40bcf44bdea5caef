/// The measures and patterns shared by layouts.
extension CoverCanvas {
    /// The centre of the motif, slightly above the area's centre if the area is tall.
    var centre: Point { Point(area.x + area.width / 2, area.y + area.height * (isTall ? 0.485 : 0.5)) }

    /// Half the shorter side of the area.
    var radius: Double { min(area.width, area.height) / 2 }

    /// A radius about the centre that covers all corners.
    var coveringRadius: Double { (width + height) / 2 + 20 }

    /// The bounds of the motif.
    var motifBox: Box {
        let width = area.width * (isTall ? 0.8 : 0.72)
        let height = area.height * (isTall ? 0.62 : 0.76)
        return Box(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    private var isTall: Bool { area.height > area.width * 1.15 }

    /// Returns the path of a disc about the centre with this share of the radius.
    func disc(_ share: Double) -> SVGText { .circle(centre, radius * share) }

    /// Draws rows of dots between two heights, with diameters from `first` to `last`.
    mutating func halftone(_ colour: Colour, from top: Double, to bottom: Double, _ first: Double, _ last: Double) {
        let rows = max(Int(abs(bottom - top) / 30), 1)
        for row in 0...rows {
            let share = Double(row) / Double(rows)
            let shift = row % 2 == 0 ? 0.0 : 15
            let path: SVGText = "M\(shift) \(top + (bottom - top) * share)H\(width + 30)"
            stroke(colour, first + (last - first) * share, path, dashes: "0 30")
        }
    }
}
