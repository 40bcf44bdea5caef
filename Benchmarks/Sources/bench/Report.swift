/// The result of a suite.
struct Report {
    /// A heading, how it was measured, and a table; nil if the figures say all.
    var section: String?
    /// A line on the way in which figures without a section were measured.
    var note: String?
    let figures: [Figure]

    /// All figures in one table, below the notes of the suites that have no section.
    static func summary(_ reports: [Report]) -> String {
        var table = Table("figure", "measured", "lowest to highest", "goal", "outcome")
        for figure in reports.flatMap(\.figures) { table.add(figure.cells) }
        let notes = reports.compactMap(\.note).map { "- \($0)\n" }.joined()
        return "## Figures\n\n\(notes)\(notes.isEmpty ? "" : "\n")\(table.text)"
    }
}

/// A figure, with its goal if it has one.
struct Figure {
    enum Goal {
        case atLeast(Double)
        case atMost(Double)
    }

    let name: String
    let spread: Spread
    /// Digits behind the point.
    var digits = 2
    var goal: Goal?

    init(_ name: String, _ spread: Spread, digits: Int = 2, _ goal: Goal? = nil) {
        (self.name, self.spread, self.digits, self.goal) = (name, spread, digits, goal)
    }

    init(_ name: String, _ value: Double, digits: Int = 2, _ goal: Goal? = nil) {
        self.init(name, Spread([value]), digits: digits, goal)
    }

    var cells: [String] {
        let range = spread.count > 1 ? spread.range(1, digits) : ""
        let value = spread.text(1, digits)
        return switch goal {
        case .atLeast(let bound):
            [name, value, range, "at least \(bound.text(digits))", spread.median >= bound ? "reached" : "missed"]
        case .atMost(let bound):
            [name, value, range, "at most \(bound.text(digits))", spread.median <= bound ? "reached" : "missed"]
        case nil: [name, value, range, "", ""]
        }
    }
}
