@preconcurrency import Dispatch
import Glibc

/// Waits for the request to end, so that the program can do so in order.
enum Signals {
    /// Returns at the first SIGTERM or SIGINT; a second one ends the process at once.
    static func untilAskedToStop() async {
        let (requests, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.yield()
            }
            source.resume()
            return source
        }
        for await _ in requests { break }
        for source in sources { source.cancel() }
    }
}
