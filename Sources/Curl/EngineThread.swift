import CCurl
import Glibc

/// The thread that owns an engine, from its start until somebody has waited for its end.
struct EngineThread {
    private let thread: pthread_t

    /// Nil where no thread can be had; the mailbox then answers its orders itself.
    init?(serving mailbox: Mailbox, concurrency: Int, authorities: String?) {
        let errand = Unmanaged.passRetained(
            Errand(mailbox: mailbox, concurrency: concurrency, authorities: authorities))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, errand.toOpaque())
        guard error == 0 else {
            errand.release()
            mailbox.refuse(.unsendable("no thread for libcurl: \(String(cString: strerror(error)))"))
            return nil
        }
        self.thread = thread
    }

    /// Returns once the thread has ended, which it does when its mailbox is closed; to be called once.
    func join() { pthread_join(thread, nil) }

    /// What the thread is started with.
    private final class Errand {
        private let mailbox: Mailbox
        private let concurrency: Int
        private let authorities: String?

        init(mailbox: Mailbox, concurrency: Int, authorities: String?) {
            self.mailbox = mailbox
            self.concurrency = concurrency
            self.authorities = authorities
        }

        func run() {
            Self.blockSignals()
            heroes_curl_name_thread("curl")
            if let engine = Engine(serving: mailbox, concurrency: concurrency, authorities: authorities) {
                engine.run()
            } else {
                mailbox.refuse(.unsendable("libcurl cannot be set up"))
            }
        }

        /// Blocks all signals: other threads handle them, and TLS writes, unlike libcurl's own, could raise SIGPIPE here.
        private static func blockSignals() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
        }
    }
}
