import Dispatch
import Glibc

/// Waits for the request to end, so that the program can do so in order.
enum Signals {
    /// Returns at the first SIGTERM or SIGINT; a second one ends the process at once.
    static func untilAskedToStop() async {
        let signals = AsyncStream<Void> { continuation in
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
            continuation.onTermination = { _ in sources.forEach { $0.cancel() } }
        }
        for await _ in signals { return }
    }
}
