import Glibc

/// Checks how cost grows with the size of the input.
package enum Complexity {
    /// Returns true if sixteen times the input costs less than thirty-two times the processor time of this thread;
    /// quadratic work would cost about two hundred and fifty-six times as much.
    package static func isSubquadratic<Input>(
        from size: Int, of input: (_ size: Int) -> Input, _ work: (Input) throws -> Void
    ) rethrows -> Bool {
        let (short, long) = (input(size), input(size * 16))
        // Other load distorts single measurements.
        return try (0..<8).contains { _ in try cost(long, work) < 32 * cost(short, work) }
    }

    /// Seconds of this thread's processor time, which other load affects less than elapsed time.
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
