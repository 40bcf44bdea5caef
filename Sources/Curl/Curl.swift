import Basics
import Synchronization

/// An HTTP client: libcurl's multi handle on its own thread, which ends with this object.
package final class Curl: Sendable {
    let queue = CommandQueue()
    /// Nil if the thread has ended or could not be started.
    private let thread: Mutex<SystemThread?>

    /// Starts the client. Exchanges beyond `concurrency` are queued within their own deadline. `caBundle` is a PEM file
    /// of trusted certificates, by default the system's.
    package init(concurrency: Int = 64, caBundle: String? = nil) {
        thread = Mutex(.running(queue, concurrency: max(1, concurrency), caBundle: caBundle))
    }

    deinit { shutdown() }

    /// Returns the response of any status, redirects included; cancelling the task ends the exchange.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        if let error = request.validationError { throw .notSent(error) }
        let deadline = ContinuousClock.now + .milliseconds(request.timeout.milliseconds)
        let id = queue.newID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.enqueue(
                    .send(PendingRequest(id: id, request: request, deadline: deadline, continuation: continuation)))
                // A cancellation before the request was queued found nothing to cancel.
                if Task.isCancelled { queue.enqueue(.cancel(id)) }
            }
        } onCancel: {
            queue.enqueue(.cancel(id))
        }
        return try result.get()
    }

    /// Cancels every exchange, closes all connections, and returns once the thread has ended; later requests are
    /// cancelled at once.
    ///
    /// It joins the thread because a process must not exit during libcurl's cleanup: OpenSSL frees the same memory then
    /// (of 9,714 such exits of a C program 20 crashed, with libcurl 7.88 and OpenSSL 3.0).
    package func shutdown() {
        queue.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}

extension SystemThread {
    /// Starts the thread that owns an engine and ends when its queue is closed; returns nil if none can be started,
    /// after failing the queue's requests. TLS writes, unlike libcurl's own, could raise SIGPIPE if signals were not
    /// blocked.
    fileprivate static func running(_ queue: CommandQueue, concurrency: Int, caBundle: String?) -> SystemThread? {
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

extension Double {
    /// Whole milliseconds from 1 to a day, the range of libcurl's timeouts.
    var milliseconds: Int { isNaN ? 1 : Int(Swift.min(Swift.max(self * 1000, 1), 86_400_000)) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
