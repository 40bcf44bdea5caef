/// Measures in rounds: each side once a round, and each in turn first.
struct Rounds {
    let count: Int

    /// Returns the results of each side, in the order of the rounds.
    func results<Result>(_ sides: [() async throws -> Result]) async throws -> [[Result]] {
        var results = [[Result]](repeating: [], count: sides.count)
        for round in 0..<count {
            for turn in sides.indices {
                let index = (turn + round) % sides.count
                results[index].append(try await sides[index]())
            }
        }
        return results
    }

    /// Returns the spread of one number that is measured in each round.
    func spread(_ measure: () async throws -> Double) async throws -> Spread {
        var values: [Double] = []
        for _ in 0..<count { values.append(try await measure()) }
        return Spread(values)
    }
}

/// The median and the range of a number over the rounds.
struct Spread {
    let count: Int
    let median: Double
    let lowest: Double
    let highest: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        count = sorted.count
        median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
        lowest = sorted.first ?? .nan
        highest = sorted.last ?? .nan
    }

    init<Result>(_ results: [Result], _ value: (Result) -> Double) { self.init(results.map(value)) }

    /// The ratios of two sides, round by round, since the machine was the same in each.
    init<Result>(_ results: [Result], to bases: [Result], _ value: (Result) -> Double) {
        self.init(zip(results, bases).map { value($0) / value($1) })
    }

    /// The median times `scale`, as text.
    func text(_ scale: Double = 1, _ digits: Int = 0) -> String { (median * scale).text(digits) }

    func range(_ scale: Double = 1, _ digits: Int = 0) -> String {
        "\((lowest * scale).text(digits)) to \((highest * scale).text(digits))"
    }
}
