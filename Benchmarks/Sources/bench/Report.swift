/// What a suite has to tell.
struct Report {
    /// A heading, what is measured and how, and the tables.
    let text: String
    /// The figures that count, for the table of all suites.
    let figures: [Figure]
    /// What takes its time and nobody has to wait for, such as clearing up; done once the report is told.
    var afterwards: () -> Void = {}
}

/// A figure to be held against a goal.
struct Figure {
    enum Goal {
        case atLeast(Double)
        case atMost(Double)
    }

    let name: String
    let value: Double
    /// Digits behind the point.
    var digits = 2
    /// Nil where the figure is only reported.
    var goal: Goal?

    private var isReached: Bool {
        switch goal {
        case .atLeast(let bound): value >= bound
        case .atMost(let bound): value <= bound
        case nil: true
        }
    }

    private var goalText: String {
        switch goal {
        case .atLeast(let bound): "at least \(bound.text(digits))"
        case .atMost(let bound): "at most \(bound.text(digits))"
        case nil: ""
        }
    }

    static func table(_ figures: [Figure]) -> String {
        var table = Table("figure", "measured", "goal", "outcome")
        for figure in figures {
            table.add(
                figure.name, figure.value.text(figure.digits), figure.goalText,
                figure.goal == nil ? "" : figure.isReached ? "reached" : "missed")
        }
        return table.text
    }
}
