import Synchronization

/// A `report` closure that stores the errors.
final class ErrorRecorder: Sendable {
    private let errors = Mutex<[String]>([])

    var all: [String] { errors.withLock(\.self) }

    @Sendable func add(_ error: any Error) {
        let text = "\(error)"
        errors.withLock { $0.append(text) }
    }
}
