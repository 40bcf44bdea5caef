import Basics

extension SystemThread {
    /// Starts the thread that owns an engine and ends when its queue is closed; returns nil if none can be started,
    /// after failing the queue's requests. TLS writes, unlike libcurl's own, could raise SIGPIPE if signals were not
    /// blocked.
    static func running(_ queue: CommandQueue, concurrency: Int, caBundle: String?) -> SystemThread? {
        do throws(SystemError) {
            return try SystemThread(named: "curl") {
                if let engine = Engine(serving: queue, concurrency: concurrency, caBundle: caBundle) {
                    engine.run()
                } else {
                    queue.fail(.notSent("libcurl cannot be initialized"))
                }
            }
        } catch {
            queue.fail(.notSent("cannot start the thread of libcurl: \(error.reason)"))
            return nil
        }
    }
}
