import Basics

/// The end of a loop: what runs may finish until the deadline.
final class Draining {
    let deadline: MonotonicTime
    private var whenDone: (@Sendable () -> Void)?

    init(deadline: MonotonicTime, whenDone: @escaping @Sendable () -> Void) {
        self.deadline = deadline
        self.whenDone = whenDone
    }

    /// All connections are closed.
    func finish() {
        whenDone?()
        whenDone = nil
    }
}
