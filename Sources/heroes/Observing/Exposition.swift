/// Figures in the text format that Prometheus reads, version 0.0.4. Help and labels are this program's own words, which
/// need no escapes.
struct Exposition {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// What a figure is: one that only grows, or one that goes up and down.
    enum Kind: String { case counter, gauge, histogram }

    typealias Labels = [(name: String, value: String)]

    private(set) var text = ""

    /// One family of figures: its help, and a value for each combination of labels; none where there are no values.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(labels: Labels, value: Double)]) {
        guard !values.isEmpty else { return }
        head(name, kind, help)
        for (labels, value) in values { sample(name, labels, value) }
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        add(name, kind, help, [([], Double(value))])
    }

    /// One family with a value for each of a label's values.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(value: String, count: Int)]
    ) {
        add(name, kind, help, values.map { ([(label, $0.value)], Double($0.count)) })
    }

    /// Histograms of one family: counts a bucket, the last one for what is above all bounds.
    mutating func add(
        _ name: String, _ help: String, bounds: [Double], _ values: [(labels: Labels, counts: [Int], sum: Double)]
    ) {
        guard !values.isEmpty else { return }
        head(name, .histogram, help)
        for (labels, counts, sum) in values {
            var total = 0
            for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
                total += count
                sample("\(name)_bucket", labels + [("le", bound)], Double(total))
            }
            sample("\(name)_sum", labels, sum)
            sample("\(name)_count", labels, Double(total))
        }
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func sample(_ name: String, _ labels: Labels, _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Whole numbers without a point.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
