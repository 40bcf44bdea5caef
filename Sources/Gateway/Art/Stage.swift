/// A canvas with what a layout needs to lay out a ground: the inks and small chances.
struct Stage {
    var canvas: Canvas
    let palette: Palette
    var generator: SeededGenerator

    /// The middle the motif stands on, a little above the true one where the sheet is tall.
    var centre: Point { Point(canvas.width / 2, canvas.height * (canvas.isPortrait ? 0.485 : 0.5)) }

    /// Half the shorter side.
    let radius = 300.0

    /// From the centre to beyond the farthest corner.
    var reach: Double { (canvas.width + canvas.height) / 2 + 20 }

    /// Where the motif goes.
    var figure: Box {
        let width = canvas.isPortrait ? canvas.width * 0.8 : canvas.width * 0.72
        let height = canvas.isPortrait ? canvas.height * 0.62 : canvas.height * 0.76
        return Box(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    /// A disc about the centre, `share` of the radius wide.
    func disc(_ share: Double) -> Path { .circle(centre.x, centre.y, radius * share) }

    /// Rows of dots between two heights, their diameter going from one value to another.
    mutating func halftone(_ colour: Colour, from top: Double, to bottom: Double, _ first: Double, _ last: Double) {
        let step = 30.0
        let rows = max(Int(abs(bottom - top) / step), 1)
        for row in 0...rows {
            let share = Double(row) / Double(rows)
            let diameter = first + (last - first) * share
            guard diameter >= 1.5 else { continue }
            let y = top + (bottom - top) * share
            let shift = row % 2 == 0 ? 0 : step / 2
            canvas.stroke(
                colour, diameter, .polyline(shift, y, canvas.width + step, y), dashes: "0 30")
        }
    }

    /// A border of one colour, `width` wide.
    mutating func frame(_ colour: Colour, _ width: Double, inset: Double = 0) {
        let edge = inset + width / 2
        let box = canvas.box.grown(by: -edge)
        canvas.stroke(colour, width, .rect(box.x, box.y, box.width, box.height), round: false)
    }
}
