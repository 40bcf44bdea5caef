import Basics
import Testing

@testable import Server

@Suite("Deadline timer")
struct DeadlineTimerTests {
    private func time(_ milliseconds: Int) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }

    @Test("without a deadline the timeout is infinite")
    func none() {
        let timer = DeadlineTimer()
        #expect(timer.timeout(from: time(1000)) == -1)
        #expect(!timer.isDue(time(1_000_000)))
    }

    @Test("a check is due at the earliest deadline, and not before")
    func earliest() {
        var timer = DeadlineTimer()
        timer.schedule(time(5000))
        timer.schedule(time(3000))
        timer.schedule(time(9000))
        #expect(timer.timeout(from: time(1000)) == 2000)
        #expect(!timer.isDue(time(2999)))
        #expect(timer.isDue(time(3000)))
        #expect(timer.timeout(from: time(4000)) == 0)
    }

    @Test("two checks are at least a tenth of a second apart")
    func spacing() {
        var timer = DeadlineTimer()
        timer.begin(time(1000))
        #expect(timer.timeout(from: time(1000)) == -1)
        timer.schedule(time(1001))
        #expect(!timer.isDue(time(1099)))
        #expect(timer.isDue(time(1100)))
        timer.begin(time(1100))
        timer.schedule(time(1500))
        #expect(timer.timeout(from: time(1100)) == 400)
    }
}
