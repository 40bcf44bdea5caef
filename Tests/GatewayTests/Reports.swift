import Synchronization

/// Keeps what was reported, for a test to look at.
final class Reports: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock(\.self) }

    @Sendable func add(_ error: any Error) {
        let text = "\(error)"
        kept.withLock { $0.append(text) }
    }
}
