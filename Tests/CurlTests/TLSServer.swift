import Foundation
import Support

/// `openssl s_server` on a free port, with a self-signed certificate.
final class TLSServer: Sendable {
    let port: Int
    let certificate: String
    private let folder: TemporaryFolder
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    struct StartError: Error {
        let text: String
    }

    /// Starts the server; `name` is the certificate's alternative name, such as `IP:127.0.0.1`. The program sends its
    /// standard input to the client and prints what the client sends, unless the options let it respond.
    init(name: String, _ options: String) throws {
        folder = try TemporaryFolder()
        certificate = "\(folder.path)/certificate"
        let files = ["-keyout", "\(folder.path)/key", "-out", certificate]
        let generation = Process()
        generation.standardError = FileHandle.nullDevice
        try Self.start(
            generation, "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=heroes",
            files + ["-addext", "subjectAltName=\(name)"])
        generation.waitUntilExit()
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try Self.start(
            process, "s_server -accept 127.0.0.1:0 \(options)", ["-key", "\(folder.path)/key", "-cert", certificate])
        var text = ""
        while true {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw StartError(text: text) }
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/), let port = Int(match.1) {
                self.port = port
                return
            }
        }
    }

    deinit { stop() }

    var url: String { "https://127.0.0.1:\(port)" }

    /// Returns the next bytes of its output; none at the end.
    func read() -> [UInt8] { [UInt8](output.fileHandleForReading.availableData) }

    func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// Returns the remaining output, once the last connection has ended.
    func remainingOutput() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    func stop() {
        // Test threads block other signals, and child processes inherit that.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func start(_ process: Process, _ words: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = words.split(separator: " ").map(String.init) + arguments
        try process.run()
    }
}
