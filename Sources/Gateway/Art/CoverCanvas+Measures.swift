/// The measures and the patterns that layouts share.
extension CoverCanvas {
    /// The middle that the motif stands on, a little above the true one if the sheet is tall.
    var centre: Point { Point(area.x + area.width / 2, area.y + area.height * (isTall ? 0.485 : 0.5)) }

    /// Half the shorter side.
    var radius: Double { min(area.width, area.height) / 2 }

    /// From the centre to beyond the farthest corner.
    var reach: Double { (width + height) / 2 + 20 }

    /// The box of the motif.
    var figure: Box {
        let width = area.width * (isTall ? 0.8 : 0.72)
        let height = area.height * (isTall ? 0.62 : 0.76)
        return Box(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    private var isTall: Bool { area.height > area.width * 1.15 }

    /// A disc about the centre, `share` of the radius wide.
    func disc(_ share: Double) -> SVGText { .circle(centre, radius * share) }

    /// Rows of dots between two heights, their diameter going from one value to another.
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
