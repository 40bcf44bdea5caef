import Foundation
import Glibc

/// A child process in a group of its own; it ends with this program at the latest.
final class ChildProcess {
    let pid: pid_t
    private let output: UnsafeMutablePointer<FILE>

    /// Starts a program by its path.
    init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0, let output = fdopen(ends[0], "r") else {
            throw BenchmarkError(call: "socketpair")
        }
        defer { close(ends[1]) }
        self.output = output
        pid = try Cleanup.start { try Self.spawn(program, arguments, output: ends[1]) }
    }

    deinit {
        stop()
        fclose(output)
    }

    /// Waits for the next line of its standard output; nil at the end.
    func line() -> String? {
        var text: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(text) }
        guard getline(&text, &capacity, output) > 0, let text else { return nil }
        return String(cString: text).trimmingCharacters(in: .newlines)
    }

    /// Waits for its end; returns its output and the most memory that it had, in bytes.
    /// - Throws: BenchmarkError unless it ends with status 0.
    func finish() throws -> (lines: [String], peakMemory: Int) {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        let (status, usage) = Cleanup.wait(for: pid)
        guard status == 0 else { throw BenchmarkError("a program failed: \(lines.joined(separator: "; "))") }
        return (lines, usage.ru_maxrss * 1024)
    }

    /// Whether it has not ended by itself.
    var isRunning: Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else { return false }
        return information.si_signo == 0
    }

    func stop() { Cleanup.stop(pid) }

    private static func spawn(_ program: String, _ arguments: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Signals that are blocked in this thread are not to be blocked in the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var pid = pid_t()
        let pointers = ([program] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        let failure = posix_spawn(&pid, program, &actions, &attributes, pointers + [nil], environ)
        guard failure == 0 else { throw BenchmarkError("\(program): \(String(cString: strerror(failure)))") }
        return pid
    }
}

/// The programs that the benchmarks start.
enum Program {
    /// Returns the path of a program; system programs are not in every PATH.
    static func path(_ name: String, ofPackage package: String) throws -> String {
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw BenchmarkError("\(name) is missing: install the package \(package)")
        }
        return path
    }
}
