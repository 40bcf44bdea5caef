import Basics
import FoundationEssentials

/// The clock, random numbers and log as values, so that tests can replace them.
package struct SiteEnvironment: RandomNumberGenerator, Sendable {
    package var now: @Sendable () -> Date = { Date() }
    package var random: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// The milliseconds of a monotonic clock.
    package var milliseconds: @Sendable () -> Int = { MonotonicTime.now.milliseconds }
    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    package var log: @Sendable (String) -> Void = { _ in }

    package init() {}

    package func next() -> UInt64 { random() }
}
