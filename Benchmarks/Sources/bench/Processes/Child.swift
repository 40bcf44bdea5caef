import Foundation
import Glibc

/// A program that runs beside the benchmarks and ends with them at the latest.
final class Child {
    let pid: pid_t
    /// What it reads and prints goes through one socket; its input ends where this program does, however it does.
    private let stream: UnsafeMutablePointer<FILE>

    /// Starts a program by its path.
    init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0, let stream = fdopen(ends[0], "r") else {
            throw Unmeasurable("socketpair: \(String(cString: strerror(errno)))")
        }
        defer { close(ends[1]) }
        self.stream = stream
        pid = try Leftovers.shared.start { try Self.spawn(program, arguments, ends[1]) }
    }

    deinit {
        stop()
        fclose(stream)
    }

    /// The next line that it prints; nil where there is none to come.
    func line() -> String? {
        var text: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(text) }
        guard getline(&text, &capacity, stream) > 0, let text else { return nil }
        return String(cString: text).trimmingCharacters(in: .newlines)
    }

    /// All lines up to its end, which has to be a success.
    func lines() throws -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        let status = Leftovers.shared.status(of: pid)
        guard status == 0 else { throw Unmeasurable("a program failed: \(lines.joined(separator: "; "))") }
        return lines
    }

    /// Whether it has not ended by itself.
    var isRunning: Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else { return false }
        return information.si_signo == 0
    }

    func stop() { Leftovers.shared.end(pid) }

    private static func spawn(_ program: String, _ arguments: [String], _ socket: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, socket, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // What this program does about signals is not for its children.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in Leftovers.ending { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var pid = pid_t()
        let failure = withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { posix_spawn(&pid, program, &actions, &attributes, arguments, $0) }
        }
        guard failure == 0 else { throw Unmeasurable("\(program): \(String(cString: strerror(failure)))") }
        return pid
    }

    /// The texts as C takes lists of them, ended by a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
