import Glibc

/// Pieces of work timed against each other in one process.
struct Contest {
    /// A piece of work; what it returns is added up, so that the compiler leaves none of it out.
    typealias Work = () throws -> Int

    static let rounds = 21
    /// Seconds of a round for each piece of work, at least.
    private static let roundLength = 0.03

    /// Seconds that one call takes, for each piece of work.
    func times(_ works: [Work]) throws -> [Spread] {
        let pieces = try works.map { work in
            let repetitions = try repetitions(of: work)
            return { try Self.time(repetitions, work) / Double(repetitions) }
        }
        return try Rounds(count: Self.rounds).results(pieces).map(Spread.init)
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
