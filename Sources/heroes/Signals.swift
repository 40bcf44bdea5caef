@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The write end of the pipe that the signal handler writes to; the handler can run on any thread at any time.
private let signalPipe = Atomic<Int32>(-1)

/// The signals to stop, caught from the initialisation on, so that the program can stop in order.
struct Signals {
    private let source: (any DispatchSourceRead)?
    private let requests: AsyncStream<Void>

    /// If no pipe can be created, signals have their default action and end the process at once.
    ///
    /// It uses a signal handler instead of a dispatch source: libdispatch installs its own with a delay, and a signal
    /// that comes before that, or to a thread that does not block it, may be lost.
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
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        catchNext()
        // A closing terminal may send SIGHUP twice. nohup(1) sets it to be ignored, which is preserved.
        if !Self.isIgnored(SIGHUP) { Self.catch([SIGHUP], flags: SA_RESTART) }
    }

    /// Catches the next SIGTERM and SIGINT; a second signal of the same number ends the process at once.
    func catchNext() {
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
            _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = error
        }
        action.sa_flags = flags
        for number in numbers { _ = sigaction(number, &action, nil) }
    }

    /// Waits for SIGTERM, SIGINT or SIGHUP.
    func waitForShutdown() async {
        for await _ in requests { break }
    }

    /// Waits for the next such signal, at most this time.
    func waitForShutdown(atMost time: Duration) async {
        await withTaskGroup { group in
            group.addTask { await waitForShutdown() }
            // Cancelled if the signal comes first.
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
