import Foundation

/// A program of PostgreSQL that failed.
struct CommandFailure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

extension PostgresServer {
    /// The folder of Debian's PostgreSQL programs, of the latest version.
    static let programs: String = {
        let root = "/usr/lib/postgresql"
        // Without PostgreSQL, the first command fails with a message.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return "\(root)/\(versions.compactMap(Int.init).max() ?? 0)/bin"
    }()

    /// Returns a command that runs as the user postgres if the tests run as root, which the server refuses.
    static func asServer(_ command: [String]) -> [String] {
        guard getuid() == 0 else { return command }
        return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] + command
    }

    static func ownByServer(_ paths: [String]) async throws {
        if getuid() == 0 { try await run(["/bin/chown", "postgres:postgres"] + paths) }
    }

    /// Runs one of PostgreSQL's programs as the server's user, and returns its standard output.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await run(asServer(["\(programs)/\(program)"] + arguments))
    }

    @discardableResult
    private static func run(_ command: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(["PGPASSWORD": password]) { $1 }
        process.currentDirectoryURL = URL(filePath: "/")
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
        try process.run()
        return try await withCheckedThrowingContinuation { continuation in
            DetachedThread.start {
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                let error = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                guard process.terminationStatus == 0 else {
                    return continuation.resume(throwing: CommandFailure(text: "\(command): \(error)"))
                }
                continuation.resume(returning: text.trimmingCharacters(in: .newlines))
            }
        }
    }
}
