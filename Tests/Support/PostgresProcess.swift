import Foundation

/// A running server, below a shell that ends it and deletes its folder once this process closes the shell's input or
/// ends.
final class PostgresProcess: @unchecked Sendable {
    private let shell = Process()
    private let input = Pipe()
    let server: pid_t

    private static let script = """
        exec 3<&0
        "$@" </dev/null >>"$0/log" 2>&1 3<&- &
        server=$!
        echo $server
        exec >/dev/null
        { read -r _ <&3; touch "$0/ended"; kill -QUIT $server; } &
        guard=$!
        wait $server
        if [ -e "$0/ended" ]; then rm -rf "$0"; else kill $guard; fi
        """

    init(_ command: [String], folder: String) throws {
        let output = Pipe()
        // A child with this descriptor would keep the server alive.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", Self.script, folder] + command
        shell.currentDirectoryURL = URL(filePath: "/")
        (shell.standardInput, shell.standardOutput) = (input, output)
        shell.standardError = FileHandle.nullDevice
        try Self.runUnblocked(shell)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let id = pid_t(line.trimmingCharacters(in: .newlines)) else {
            throw CommandFailure(text: "the shell did not print the server's process ID: \(line)")
        }
        server = id
    }

    /// Starts the shell with no signal blocked: threads of Swift's tasks block most, and without SIGCHLD it would wait
    /// forever.
    private static func runUnblocked(_ shell: Process) throws {
        var (none, previous) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try shell.run()
    }

    var isRunning: Bool { shell.isRunning }

    /// Sends the signal and returns once the server has ended; its folder stays.
    func stop(_ signal: Int32) {
        // The shell has not reaped the server, so the ID is no other process's.
        if shell.isRunning { kill(server, signal) }
        shell.waitUntilExit()
    }

    /// Ends the server and deletes its folder, in the background.
    func end() { input.fileHandleForWriting.closeFile() }
}
