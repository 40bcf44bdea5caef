import Foundation
import Glibc
import Synchronization

/// Ends all child processes and deletes all temporary files when the program ends, also after ^C.
enum Cleanup {
    /// The folder of this run, which child processes use for their temporary files, too.
    static let folder = NSTemporaryDirectory() + "bench-\(UUID().uuidString)"

    private static let processes = Mutex<Set<pid_t>>([])

    /// Two connected sockets, through which a signal handler, which may do hardly anything, wakes a thread.
    private static let signals: [Int32] = {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        return ends
    }()

    /// Makes the folder, and handles the signals that ask the program to end.
    static func begin() throws {
        guard mkdir(folder, 0o700) == 0 else { throw BenchmarkError(call: folder) }
        setenv("TMPDIR", folder, 1)
        let descriptor = signals[0]
        Thread.detachNewThread {
            var number: UInt8 = 0
            while read(descriptor, &number, 1) != 1 {}
            exit(128 + Int32(number))
        }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                var byte = UInt8(number)
                write(Cleanup.signals[1], &byte, 1)
            }
        }
    }

    /// Ends the program. The lock is held to the end, so that no process is started in the meantime.
    static func exit(_ status: Int32) -> Never {
        processes.withLock { processes in
            for process in processes { end(process) }
            // A file that cannot be deleted is among temporary ones.
            try? FileManager.default.removeItem(atPath: folder)
            _exit(status)
        }
    }

    /// Starts a process and registers it.
    static func start(_ spawn: () throws -> pid_t) rethrows -> pid_t {
        try processes.withLock { processes in
            let process = try spawn()
            processes.insert(process)
            return process
        }
    }

    /// Ends a process; again is harmless.
    static func stop(_ process: pid_t) {
        processes.withLock { processes in
            if processes.remove(process) != nil { end(process) }
        }
    }

    /// Waits until a process ends by itself; returns its status and what it used.
    static func wait(for process: pid_t) -> (status: Int32, usage: rusage) {
        var information = siginfo_t()
        // Outside of the lock it stays a zombie, which `exit` may still end.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return processes.withLock { processes in
            var (status, usage): (Int32, rusage) = (-1, rusage())
            if processes.remove(process) != nil { wait4(process, &status, 0, &usage) }
            return (status, usage)
        }
    }

    /// Ends a process and its group. A process that leads others is given two seconds to end them.
    private static func end(_ process: pid_t) {
        kill(process, SIGTERM)
        for _ in 0..<200 where waitpid(process, nil, WNOHANG) == 0 { usleep(10_000) }
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
