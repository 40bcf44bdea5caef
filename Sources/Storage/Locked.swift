import Glibc

/// A value that one thread at a time may use. Like `Mutex`, but a thread that has to wait sleeps at once, and whoever
/// comes first gets the lock when it is free: with many more threads than processors, `Mutex` has each spin for the time
/// of several writes and hands the lock to one that sleeps while others that run wait behind it.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func withLock<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
