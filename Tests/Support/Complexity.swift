import Glibc

/// How what something costs grows with what it is given.
package enum Growth {
    /// Whether work on sixteen times as much costs less than thirty-two times as much of this thread's processor time;
    /// what is squared comes near two hundred and fifty-six.
    package static func isBounded<Input>(
        from size: Int, of input: (_ size: Int) -> Input, _ work: (Input) throws -> Void
    ) rethrows -> Bool {
        let (short, long) = (input(size), input(size * 16))
        // Other work makes now and then one of them look costlier.
        return try (0..<8).contains { _ in try cost(long, work) < 32 * cost(short, work) }
    }

    /// Seconds of this thread's processor time: unlike a clock's, they know little of other work.
    private static func cost<Input>(_ input: Input, _ work: (Input) throws -> Void) rethrows -> Double {
        let start = processorTime()
        try work(input)
        return processorTime() - start
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
