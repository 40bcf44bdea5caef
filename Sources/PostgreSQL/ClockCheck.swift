import Basics
import FoundationEssentials

/// Checks that the server's clock runs like this machine's: one that is far ahead by mistake must not delete all
/// favourites.
struct ClockCheck {
    private var start: (server: Date, local: MonotonicTime)?

    private static let day = 86_400.0

    /// Returns true once the server's clock was not set for 24 hours, as far as this process has seen.
    mutating func isReliable(_ server: Date, at local: MonotonicTime) -> Bool {
        guard let start else {
            start = (server, local)
            return false
        }
        let passed = Double(local.milliseconds - start.local.milliseconds) / 1000
        if abs(server.timeIntervalSince(start.server) - passed) >= Self.day / 2 {
            self.start = (server, local)
            return false
        }
        return passed >= Self.day
    }
}
