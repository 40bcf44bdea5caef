import Foundation
import Synchronization

/// A program running beside the tests, whose output is read line by line; it ends with this object at the latest.
final class Program: Sendable {
    private let process: Process
    private let output: Lines
    private let errors: Lines

    init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        output = Lines(process) { $0.standardOutput = $1 }
        errors = Lines(process) { $0.standardError = $1 }
        try process.run()
        self.process = process
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The first line of standard output that the pattern matches, with its first capture; nil if the program ends without.
    func line(matching pattern: Regex<(Substring, Substring)>) async -> String? {
        for await line in output.stream {
            if let match = line.firstMatch(of: pattern) { return String(match.1) }
        }
        return nil
    }

    /// Everything the program wrote to standard error, once it has ended.
    func complaint() async -> String {
        var text = ""
        for await line in errors.stream { text += line + "\n" }
        return text
    }

    var isRunning: Bool { process.isRunning }

    /// Asks the program to end and tells its exit status; 128 and more for a signal.
    func stop() async -> Int32 {
        process.terminate()
        return await status()
    }

    /// The exit status, once the program has ended.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                process.waitUntilExit()
                let isSignal = process.terminationReason == .uncaughtSignal
                continuation.resume(returning: process.terminationStatus + (isSignal ? 128 : 0))
            }
        }
    }
}

/// The lines that come out of a pipe.
private final class Lines: Sendable {
    let stream: AsyncStream<String>

    init(_ process: Process, attach: (Process, Pipe) -> Void) {
        let pipe = Pipe()
        attach(process, pipe)
        let (stream, continuation) = AsyncStream<String>.makeStream()
        self.stream = stream
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                rest.append(data)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
    }
}

/// Where the things under test are.
enum Places {
    /// The program under test, built beside the tests.
    static var heroes: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/heroes"
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
