/// The writer of Prometheus' text format, version 0.0.4. Help and label values must not need escapes.
struct PrometheusText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The type of a metric.
    enum MetricType: String { case counter, gauge, histogram }

    typealias Labels = [(name: String, value: String)]

    private(set) var text = ""

    /// Adds a metric with a value for each combination of labels; does nothing without values.
    mutating func add(_ name: String, _ type: MetricType, _ help: String, _ values: [(labels: Labels, value: Double)]) {
        guard !values.isEmpty else { return }
        writeHeader(name, type, help)
        for (labels, value) in values { writeSample(name, labels, value) }
    }

    mutating func add(_ name: String, _ type: MetricType, _ help: String, _ value: Int) {
        add(name, type, help, [([], Double(value))])
    }

    /// Adds a metric with a value for each value of one label.
    mutating func add(
        _ name: String, _ type: MetricType, _ help: String, by label: String, _ values: [(value: String, count: Int)]
    ) {
        add(name, type, help, values.map { ([(label, $0.value)], Double($0.count)) })
    }

    /// Adds a histogram; `counts` has one count for each bucket, the last for values above all bounds.
    mutating func add(
        _ name: String, _ help: String, bounds: [Double], _ values: [(labels: Labels, counts: [Int], sum: Double)]
    ) {
        guard !values.isEmpty else { return }
        writeHeader(name, .histogram, help)
        for (labels, counts, sum) in values {
            var total = 0
            for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
                total += count
                writeSample("\(name)_bucket", labels + [("le", bound)], Double(total))
            }
            writeSample("\(name)_sum", labels, sum)
            writeSample("\(name)_count", labels, Double(total))
        }
    }

    private mutating func writeHeader(_ name: String, _ type: MetricType, _ help: String) {
        text += "# HELP \(name) \(help)\n"
        text += "# TYPE \(name) \(type.rawValue)\n"
    }

    private mutating func writeSample(_ name: String, _ labels: Labels, _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Returns a number; integers without a decimal point.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
