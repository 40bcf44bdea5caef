/// What the rounds gave for one thing.
struct Spread {
    let median: Double
    let lowest: Double
    let highest: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        median = sorted[sorted.count / 2]
        lowest = sorted[0]
        highest = sorted[sorted.count - 1]
    }

    init<Result>(_ results: [Result], _ value: (Result) -> Double) { self.init(results.map(value)) }

    /// What one side’s rounds gave to what the other’s did in the same round, when the machine was the same.
    init<Result>(_ results: [Result], to bases: [Result], _ value: (Result) -> Double) {
        self.init(zip(results, bases).map { value($0) / value($1) })
    }

    /// The median, in units of which one has so many.
    func text(_ scale: Double = 1, _ digits: Int = 0) -> String { (median * scale).text(digits) }

    /// From the lowest to the highest, in the same way.
    func range(_ scale: Double = 1, _ digits: Int = 0) -> String {
        "\((lowest * scale).text(digits)) to \((highest * scale).text(digits))"
    }

    func ratio(to base: Spread) -> Double { median / base.median }
}
