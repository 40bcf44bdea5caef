@preconcurrency import Dispatch
import Glibc

/// Catches the requests to end from its making on, so that the program can do so in order.
struct Signals {
    private let sources: [any DispatchSourceSignal]
    private let requests: AsyncStream<Void>

    init() {
        let (requests, continuation) = AsyncStream<Void>.makeStream()
        self.requests = requests
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// Returns at the first SIGTERM or SIGINT; a second one ends the process at once.
    func untilAskedToStop() async {
        for await _ in requests { break }
        for source in sources { source.cancel() }
    }
}
