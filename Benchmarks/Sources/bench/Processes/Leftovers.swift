@preconcurrency import Dispatch
import Glibc
import Synchronization

/// What has to be gone when the program ends: processes it started, folders it made.
final class Leftovers: Sendable {
    private struct Things {
        var processes: Set<pid_t> = []
        var folders: Set<String> = []
        var signals: [any DispatchSourceSignal] = []
    }

    static let shared = Leftovers()
    private let things = Mutex(Things())

    /// Clears up and ends the program at a signal that asks for its end.
    func clearAtSignals() {
        let signals = Self.ending.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.clear { exit(128 + number) } }
            source.resume()
            return source
        }
        things.withLock { $0.signals += signals }
    }

    /// The signals that a child process has to get in their usual meaning.
    static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// Notes the process that is started meanwhile, so that none is missed.
    func start(_ process: () throws -> pid_t) rethrows -> pid_t {
        try things.withLock { things in
            let pid = try process()
            things.processes.insert(pid)
            return pid
        }
    }

    /// Ends a process and takes its status; again is harmless.
    func end(_ process: pid_t) {
        things.withLock { things in
            guard things.processes.remove(process) != nil else { return }
            Self.end(process)
        }
    }

    /// Waits until a process ends by itself; its status as waitpid(2) gives it.
    func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        // Not reaped within the lock, so that a signal meanwhile still finds the process.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        things.withLock { things in
            guard things.processes.remove(process) != nil else { return }
            waitpid(process, &status, 0)
        }
        return status
    }

    func note(folder: String) { _ = things.withLock { $0.folders.insert(folder) } }

    func remove(folder: String) {
        things.withLock { things in
            guard things.folders.remove(folder) != nil else { return }
            TemporaryFolder.delete(folder)
        }
    }

    /// Clears up; meanwhile and until the end of what follows nobody takes note of the processes’ ends.
    private func clear(then end: () -> Never) {
        things.withLock { things in
            for process in things.processes { Self.end(process) }
            for folder in things.folders { TemporaryFolder.delete(folder) }
            end()
        }
    }

    /// A process that leads others, such as nginx’s master, is given two seconds to end them.
    private static func end(_ process: pid_t) {
        kill(process, SIGTERM)
        for _ in 0..<200 {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
