import CGlibc
import Foundation
import Support
import Synchronization
import Testing

/// A child process. Its output is read line by line; it is stopped with this object at the latest.
final class Program: Sendable {
    let id: pid_t
    private let output: LineReader
    private let errors: LineReader
    private let exit: Task<Int32, Never>
    private let state: ProcessState

    /// Guards the process ID: once the process is reaped, the ID may belong to another one.
    private final class ProcessState: Sendable {
        private let isReaped = Mutex(false)

        func signal(_ number: Int32, to id: pid_t) { isReaped.withLock { if !$0 { kill(id, number) } } }

        var hasExited: Bool { isReaped.withLock { $0 } }

        /// Waits until the process has exited, and reaps it.
        func wait(for id: pid_t) -> Int32 {
            var information = siginfo_t()
            while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            return isReaped.withLock { isReaped in
                isReaped = true
                var status: Int32 = 0
                while waitpid(id, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
            }
        }
    }

    struct StartFailure: Error {
        let executable: String
        let code: Int32
    }

    /// Starts the program with the input file as standard input, and the socket as descriptor 3. Its standard error can be
    /// read here, or goes to `errorFile`. An argument `HEROES_TEST_…=value` sets an environment variable.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        errorFile: String? = nil, socket: Int32? = nil
    ) throws {
        let (output, errors) = (try LineReader(), try LineReader())
        let assignments = arguments.filter { $0.hasPrefix("HEROES_TEST_") }
        let arguments = arguments.filter { !$0.hasPrefix("HEROES_TEST_") }
        var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for pair in assignments.map({ $0.split(separator: "=", maxSplits: 1) }) {
            variables[String(pair[0])] = String(pair[1])
        }
        let id = try Self.spawn(
            executable, arguments, variables, input, output: output, errors: errors, errorFile: errorFile, socket)
        output.start()
        errors.start()
        let state = ProcessState()
        (self.id, self.output, self.errors, self.state) = (id, output, errors, state)
        exit = Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: state.wait(for: id)) }
            }
        }
    }

    deinit { state.signal(SIGTERM, to: id) }

    /// Returns the first capture in the first line of standard output that the pattern matches; nil if the program ends
    /// without one.
    func line(matching pattern: Regex<(Substring, Substring)>) async -> String? {
        await firstCapture(of: pattern, in: output)
    }

    /// Returns the first capture in the first line of standard error that the pattern matches; nil if the program ends
    /// without one.
    func errorLine(matching pattern: Regex<(Substring, Substring)>) async -> String? {
        await firstCapture(of: pattern, in: errors)
    }

    /// Returns all unread standard error, once the program has ended.
    func errorOutput() async -> String { await remainder(of: errors) }

    /// Returns all unread standard output, once the program has ended.
    func remainingOutput() async -> String { await remainder(of: output) }

    private func firstCapture(of pattern: Regex<(Substring, Substring)>, in reader: LineReader) async -> String? {
        await withinTimeout {
            for await line in reader.lines {
                if let match = line.firstMatch(of: pattern) { return String(match.1) }
            }
            return nil
        }
    }

    private func remainder(of reader: LineReader) async -> String {
        await withinTimeout {
            var text = ""
            for await line in reader.lines { text += line + "\n" }
            return text
        }
    }

    /// Kills the program if the wait exceeds the timeout of all tests, so that the wait ends.
    private func withinTimeout<Result>(_ wait: () async -> Result) async -> Result {
        let watchdog = Task { [state, id] in
            try await Task.sleep(for: Wait.timeout)
            state.signal(SIGKILL, to: id)
        }
        defer { watchdog.cancel() }
        return await wait()
    }

    /// Sends SIGTERM and returns the exit status, or 128 plus the number of a signal.
    func stop() async -> Int32 {
        state.signal(SIGTERM, to: id)
        return await status()
    }

    /// Sends SIGKILL, as in a crash, and returns when the program has ended.
    func crash() async {
        state.signal(SIGKILL, to: id)
        _ = await status()
    }

    /// True if the program has ended.
    var hasExited: Bool { state.hasExited }

    /// Returns the exit status, once the program has ended.
    func status() async -> Int32 { await withinTimeout { await exit.value } }

    /// Starts the process with no signal blocked: the test's threads block some, and a child would inherit that.
    private static func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String: String], _ input: String,
        output: LineReader, errors: LineReader, errorFile: String?, _ socket: Int32?
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writingEnd, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writingEnd, 2)
        if let errorFile { posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY, 0) }
        if let socket { posix_spawn_file_actions_adddup2(&actions, socket, 3) }
        // A child with other tests' sockets and pipes would keep them open.
        posix_spawn_file_actions_addclosefrom_np(&actions, socket == nil ? 3 : 4)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argumentPointers = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for pointer in argumentPointers + variables { free(pointer) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var id: pid_t = 0
        let code = posix_spawn(&id, executable, &actions, &attributes, argumentPointers, variables)
        guard code == 0 else { throw StartFailure(executable: executable, code: code) }
        return id
    }
}

extension Program {
    /// Starts a command that may write only what the modes of files allow, also if the tests run as root.
    static func withoutRights(_ command: [String]) throws -> Program {
        guard geteuid() == 0 else { return try Program(command[0], Array(command.dropFirst())) }
        return try Program("/usr/bin/setpriv", ["--bounding-set=-all", "--inh-caps=-all", "--"] + command)
    }

    /// Stops the program and expects status 0; reports its output otherwise.
    func expectCleanExit() async {
        let status = await stop()
        guard status != 0 else { return }
        let (errors, output) = (await errorOutput(), await remainingOutput())
        Issue.record("ended with \(status): \(errors) \(output)")
    }
}

/// The lines read from a pipe.
private final class LineReader: Sendable {
    let lines: AsyncStream<String>
    let writingEnd: Int32
    private let readingEnd: Int32
    private let continuation: AsyncStream<String>.Continuation

    struct NoPipe: Error {
        let code: Int32
    }

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw NoPipe(code: errno) }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        (lines, continuation) = AsyncStream<String>.makeStream()
    }

    /// Reads until the child closes its end; the parent's writing end is closed at once.
    func start() {
        close(writingEnd)
        Thread.detachNewThread { [readingEnd, continuation] in
            let pipe = FileHandle(fileDescriptor: readingEnd, closeOnDealloc: true)
            var buffer = Data()
            while case let data = pipe.availableData, !data.isEmpty {
                buffer.append(data)
                while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: buffer[..<end], as: UTF8.self))
                    buffer = Data(buffer[(end + 1)...])
                }
            }
            continuation.finish()
        }
    }
}
