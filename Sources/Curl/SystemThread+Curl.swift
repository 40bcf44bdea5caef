import Basics

extension SystemThread {
    /// Starts the thread that owns an engine and ends when its mailbox is closed; nil if none can be started, and then the
    /// mailbox answers its orders itself. TLS writes, unlike libcurl's own, could raise SIGPIPE if signals were not blocked.
    static func serving(_ mailbox: Mailbox, concurrency: Int, authorities: String?) -> SystemThread? {
        do throws(SystemError) {
            return try SystemThread(named: "curl") {
                if let engine = Engine(serving: mailbox, concurrency: concurrency, authorities: authorities) {
                    engine.run()
                } else {
                    mailbox.refuse(.unsendable("libcurl cannot be set up"))
                }
            }
        } catch {
            mailbox.refuse(.unsendable("no thread for libcurl: \(error.reason)"))
            return nil
        }
    }
}
