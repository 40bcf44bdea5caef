/// Pieces of work timed against each other in one process: in rounds, each piece once a round, by turns first.
struct Contest {
    /// A piece of work; what it returns is added up, so that the compiler leaves none of it out.
    typealias Work = () throws -> Int

    private let rounds: Int
    private let roundLength: Duration

    init(rounds: Int = 11, roundLength: Duration = .milliseconds(40)) {
        self.rounds = rounds
        self.roundLength = roundLength
    }

    /// Seconds that one call takes, for each piece of work.
    func times(_ works: [Work]) throws -> [Times] {
        let repetitions = try works.map(repetitions(of:))
        var seconds = [[Double]](repeating: [], count: works.count)
        for round in 0..<rounds {
            for turn in works.indices {
                let index = (turn + round) % works.count
                let length = try Self.time(repetitions[index], works[index])
                seconds[index].append(length / Double(repetitions[index]))
            }
        }
        return seconds.map(Times.init)
    }

    /// How often a piece of work is done in a round, found by doubling, which also warms it up.
    private func repetitions(of work: Work) throws -> Int {
        var count = 1
        while try Self.time(count, work) < roundLength / .seconds(1) { count *= 2 }
        return count
    }

    private static func time(_ count: Int, _ work: Work) throws -> Double {
        var sum = 0
        let length = try ContinuousClock().measure { for _ in 0..<count { sum &+= try work() } }
        return withExtendedLifetime(sum) { length / .seconds(1) }
    }
}

/// What the rounds of a contest took, in seconds for one call.
struct Times {
    let median: Double
    let lowest: Double
    let highest: Double

    init(_ seconds: [Double]) {
        let sorted = seconds.sorted()
        median = sorted[sorted.count / 2]
        lowest = sorted[0]
        highest = sorted[sorted.count - 1]
    }

    var microseconds: String { (median * 1e6).text(1) }
    var range: String { "\((lowest * 1e6).text(1)) to \((highest * 1e6).text(1))" }
}
