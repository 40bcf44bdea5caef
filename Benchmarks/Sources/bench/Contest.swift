import Glibc

/// Pieces of work timed against each other in one process: in rounds, each piece once a round, by turns first.
struct Contest {
    /// A piece of work; what it returns is added up, so that the compiler leaves none of it out.
    typealias Work = () throws -> Int

    static let rounds = 21
    /// Seconds of a round for each piece of work, at least.
    private static let roundLength = 0.03

    /// Seconds that one call takes, for each piece of work.
    func times(_ works: [Work]) throws -> [Times] {
        let repetitions = try works.map(repetitions(of:))
        var seconds = [[Double]](repeating: [], count: works.count)
        for round in 0..<Self.rounds {
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
        while try Self.time(count, work) < Self.roundLength { count *= 2 }
        return count
    }

    private static func time(_ count: Int, _ work: Work) throws -> Double {
        let start = processorTime
        var sum = 0
        for _ in 0..<count { sum &+= try work() }
        return withExtendedLifetime(sum) { processorTime - start }
    }

    /// Seconds that this thread has run: what else the machine does in between does not count.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
