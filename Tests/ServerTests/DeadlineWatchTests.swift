import Basics
import Testing

@testable import Server

@Suite("The watch over deadlines")
struct DeadlineWatchTests {
    private func time(_ milliseconds: Int) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }

    @Test("without a deadline it waits without end")
    func none() {
        let watch = DeadlineWatch()
        #expect(watch.timeout(from: time(1000)) == -1)
        #expect(!watch.isDue(time(1_000_000)))
    }

    @Test("it is due at the earliest deadline, and not before")
    func earliest() {
        var watch = DeadlineWatch()
        watch.watch(time(5000))
        watch.watch(time(3000))
        watch.watch(time(9000))
        #expect(watch.timeout(from: time(1000)) == 2000)
        #expect(!watch.isDue(time(2999)))
        #expect(watch.isDue(time(3000)))
        #expect(watch.timeout(from: time(4000)) == 0)
    }

    @Test("two looks have a tenth of a second between them, however close the deadlines are")
    func spacing() {
        var watch = DeadlineWatch()
        watch.begin(time(1000))
        #expect(watch.timeout(from: time(1000)) == -1)
        watch.watch(time(1001))
        #expect(!watch.isDue(time(1099)))
        #expect(watch.isDue(time(1100)))
        watch.begin(time(1100))
        watch.watch(time(1500))
        #expect(watch.timeout(from: time(1100)) == 400)
    }
}
