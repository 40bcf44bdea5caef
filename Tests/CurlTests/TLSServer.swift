import Foundation
import Support

/// `openssl s_server` on a free port, with a certificate made for it that vouches for itself.
final class TLSServer: Sendable {
    let port: Int
    let certificate: String
    private let folder: TemporaryFolder
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    struct Unstarted: Error {
        let text: String
    }

    /// The name is a certificate's alternative one, such as `IP:127.0.0.1`. What the program reads is what its client
    /// gets, and what it prints has in it what the client sends, unless options make it answer by itself.
    init(name: String, _ options: String) throws {
        folder = try TemporaryFolder()
        certificate = "\(folder.path)/certificate"
        let files = ["-keyout", "\(folder.path)/key", "-out", certificate]
        let make = Process()
        make.standardError = FileHandle.nullDevice
        try Self.start(
            make, "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=heroes",
            files + ["-addext", "subjectAltName=\(name)"])
        make.waitUntilExit()
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try Self.start(
            process, "s_server -accept 127.0.0.1:0 \(options)", ["-key", "\(folder.path)/key", "-cert", certificate])
        var text = ""
        while true {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Unstarted(text: text) }
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/), let port = Int(match.1) {
                self.port = port
                return
            }
        }
    }

    deinit { stop() }

    var url: String { "https://127.0.0.1:\(port)" }

    /// The next bytes that it prints; none at the end.
    func read() -> [UInt8] { [UInt8](output.fileHandleForReading.availableData) }

    func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// All that it still prints, once its last connection has ended.
    func rest() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    func stop() {
        // Threads of tests block the milder signals, and so does what they start.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func start(_ process: Process, _ words: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = words.split(separator: " ").map(String.init) + arguments
        try process.run()
    }
}
