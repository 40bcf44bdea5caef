/// A canvas with what a layout needs to lay out a ground: the inks and small chances.
struct Stage {
    var canvas: Canvas
    let palette: Palette
    var generator: SeededGenerator

    /// The part of the sheet that the ground is composed for; the rest is taken by a masthead or a border.
    var area: Box

    init(canvas: Canvas, palette: Palette, seed: UInt64) {
        self.canvas = canvas
        self.palette = palette
        generator = SeededGenerator(seed: seed)
        area = canvas.box
    }

    /// The middle the motif stands on, a little above the true one where the sheet is tall.
    var centre: Point { Point(area.x + area.width / 2, area.y + area.height * (isTall ? 0.485 : 0.5)) }

    /// Half the shorter side.
    var radius: Double { min(area.width, area.height) / 2 }

    /// From the centre to beyond the farthest corner.
    var reach: Double { (canvas.width + canvas.height) / 2 + 20 }

    /// Where the motif goes.
    var figure: Box {
        let width = area.width * (isTall ? 0.8 : 0.72)
        let height = area.height * (isTall ? 0.62 : 0.76)
        return Box(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    private var isTall: Bool { area.height > area.width * 1.15 }

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
