@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Where the handler of signals writes; a signal can come to any thread, at any time.
private let bell = Atomic<Int32>(-1)

/// Catches the requests to end from its making on, so that the program can do so in order.
struct Signals {
    private let source: (any DispatchSourceRead)?
    private let requests: AsyncStream<Void>

    /// Without a pipe signals keep their defaults and end the process at once.
    ///
    /// A handler of its own, and not a source of signals: libdispatch catches them some time after it was asked to, and
    /// one that comes before that, or to a thread that does not block it, may be lost.
    init() {
        let (requests, continuation) = AsyncStream<Void>.makeStream()
        self.requests = requests
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            source = nil
            return
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
        source.setEventHandler { [reading = ends[0]] in
            var byte: UInt8 = 0
            _ = read(reading, &byte, 1)
            continuation.yield()
        }
        source.resume()
        self.source = source
        bell.store(ends[1], ordering: .sequentiallyConsistent)
        catchFirst()
        // Of a terminal that closes there may come two. It is left alone if it is to be ignored, as nohup(1) has it.
        if !Self.isIgnored(SIGHUP) { Self.catch([SIGHUP], flags: SA_RESTART) }
    }

    /// Catches the next SIGTERM and SIGINT; one more of the same number ends the process at once.
    func catchFirst() {
        Self.catch([SIGTERM, SIGINT], flags: Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func `catch`(_ numbers: [Int32], flags: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            let error = errno
            var byte: UInt8 = 1
            _ = write(bell.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = error
        }
        action.sa_flags = flags
        for number in numbers { _ = sigaction(number, &action, nil) }
    }

    /// Returns at the first SIGTERM, SIGINT or SIGHUP.
    func untilAskedToStop() async {
        for await _ in requests { break }
    }

    /// Returns when the time is over, or at one more such signal that was caught.
    func untilAskedAgain(within time: Duration) async {
        await withTaskGroup { group in
            group.addTask { await untilAskedToStop() }
            // A wait that is cut short is over, too.
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
