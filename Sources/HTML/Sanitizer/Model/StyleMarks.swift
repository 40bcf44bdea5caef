/// Turns runs of styled text into nested elements: the elements to close and to open before each run.
struct StyleMarks {
    /// One element of a style.
    enum Mark: Equatable {
        case emphasis, strong
        case link(Int32)
    }

    /// The elements to close and open before a run; the last step has no run.
    struct Step {
        var closed: [Mark] = []
        var opened: [Mark] = []
        var run: Run?
    }

    private let runs: [Run]
    private var index = 0
    private var open: [Mark] = []
    /// For each run and each part of its style, the last consecutive run with that part.
    private var reach: [Reach]

    private struct Reach {
        var emphasis = 0
        var strong = 0
        var link = 0
    }

    init(_ runs: [Run]) {
        self.runs = runs
        reach = Array(repeating: Reach(), count: runs.count)
        for index in runs.indices.reversed() {
            let style = runs[index].style
            let next = index + 1 < runs.count ? runs[index + 1].style : .plain
            reach[index].emphasis = style.isEmphasised && next.isEmphasised ? reach[index + 1].emphasis : index
            reach[index].strong = style.isStrong && next.isStrong ? reach[index + 1].strong : index
            reach[index].link = style.link != nil && style.link == next.link ? reach[index + 1].link : index
        }
    }

    /// Returns the next step; nil after the last one.
    mutating func next() -> Step? {
        guard index < runs.count else {
            guard !open.isEmpty else { return nil }
            defer { open.removeAll() }
            return Step(closed: open.reversed())
        }
        let run = runs[index]
        var step = Step(run: run)
        if let stale = open.firstIndex(where: { !Self.has(run.style, $0) }) {
            step.closed = open[stale...].reversed()
            open.removeSubrange(stale...)
        }
        step.opened = marks(at: index).filter { !open.contains($0) }
        open.append(contentsOf: step.opened)
        index += 1
        return step
    }

    /// Returns a style's elements, the one with the farthest reach first.
    private func marks(at index: Int) -> [Mark] {
        let style = runs[index].style
        var marks: [(mark: Mark, reach: Int)] = []
        if let link = style.link { marks.append((.link(link), reach[index].link)) }
        if style.isStrong { marks.append((.strong, reach[index].strong)) }
        if style.isEmphasised { marks.append((.emphasis, reach[index].emphasis)) }
        return marks.sorted { $0.reach > $1.reach }.map(\.mark)
    }

    private static func has(_ style: Style, _ mark: Mark) -> Bool {
        switch mark {
        case .emphasis: style.isEmphasised
        case .strong: style.isStrong
        case .link(let link): style.link == link
        }
    }
}
