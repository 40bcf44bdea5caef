import CGlibc
import Glibc

/// A system thread for blocking work; it blocks all signals, which other threads handle.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts the thread. `name` has at most 15 bytes.
    package init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = Unmanaged.passRetained(Context(name: name, body: body))
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
        private let name: String
        private let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

        func run() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            heroes_name_thread(name)
            body()
        }
    }
}
