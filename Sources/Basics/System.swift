import CGlibc
import Glibc

/// A failed system call, with its errno.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let number: Int32

    /// Reads `errno`, so it has to be created right after the call.
    package init(_ call: String, number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    package var reason: String { Self.reason(number) }

    package var description: String { "\(call): \(reason)" }

    /// Returns the system's message for an errno, by default that of the last call.
    package static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}

/// A system thread for blocking work; it blocks all signals, which other threads handle.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts the thread. `name` has at most 15 bytes.
    package init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = Unmanaged.passRetained(
            Context {
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                heroes_name_thread(name)
                body()
            })
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Context>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            context.release()
            throw SystemError("pthread_create", number: error)
        }
        self.thread = thread
    }

    /// Returns when the thread has ended; call either this or `detach`, once.
    package func join() { pthread_join(thread, nil) }

    package func detach() { pthread_detach(thread) }

    private final class Context {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }
}

/// A value with exclusive access, as in `Mutex`, but with the system's lock.
///
/// `Mutex` hands over to the thread that has waited longest (a PI futex on Linux), so that contending threads
/// alternate; with this lock the running thread continues.
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
