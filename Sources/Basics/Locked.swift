import Glibc

/// A value that one thread at a time may use, as in `Mutex`, but with the system's lock.
///
/// `Mutex` hands itself over to the thread that waits longest (a PI futex on Linux), which makes many threads wait for each
/// other's turns; with this lock the thread that runs goes on.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
