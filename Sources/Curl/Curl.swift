import Basics
import Synchronization

/// An HTTP client: libcurl's multi handle on a thread of its own, which ends with this object.
package final class Curl: Sendable {
    let mailbox = Mailbox()
    /// Nil once the thread has ended, or where there is none.
    private let thread: Mutex<SystemThread?>

    /// Of more exchanges than may run at a time, the later ones wait within their own deadline. Whose certificates are
    /// believed stands in a file (PEM), the system's unless another one is named.
    package init(concurrency: Int = 64, authorities: String? = nil) {
        thread = Mutex(.serving(mailbox, concurrency: max(1, concurrency), authorities: authorities))
    }

    deinit { shutdown() }

    /// The answer whatever its status, redirects included; cancelling the task ends the exchange.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        if let fault = request.fault { throw .unsendable(fault) }
        let deadline = ContinuousClock.now + .milliseconds(request.timeout.milliseconds)
        let id = mailbox.newID()
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.post(.send(Order(id: id, request: request, deadline: deadline, continuation: continuation)))
                // A cancellation from before the order was in the box has found nothing to cancel there.
                if Task.isCancelled { mailbox.post(.cancel(id)) }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
        return try answer.get()
    }

    /// Ends every exchange as cancelled, closes all connections, and returns once the thread has ended; later requests are
    /// cancelled at once.
    ///
    /// The thread is waited for because a process may not exit beside it: OpenSSL then frees what libcurl's cleanup still
    /// frees (of 9,714 such exits of a C program 20 crashed, with libcurl 7.88 and OpenSSL 3.0).
    package func shutdown() {
        mailbox.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}

extension Double {
    /// Seconds as whole milliseconds from 1 to a day, which is what libcurl's timeouts can say.
    var milliseconds: Int { isNaN ? 1 : Int(Swift.min(Swift.max(self * 1000, 1), 86_400_000)) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
