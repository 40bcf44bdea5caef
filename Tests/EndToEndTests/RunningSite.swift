import Curl
import Foundation
import Support

/// A running `heroes serve` on a free port, with a data folder that outlives a restart.
final class RunningSite: Sendable {
    let program: Program
    let url: String
    let data: TemporaryFolder

    /// Starts `executable`, by default the program built next to the tests.
    init(
        data: TemporaryFolder? = nil, _ arguments: [String] = [], environment: [String: String] = [:],
        errorFile: String? = nil, executable: String = Paths.heroes
    ) async throws {
        let data = try data ?? TemporaryFolder()
        self.data = data
        program = try Program(
            executable, ["serve", "--port", "0", "--data", data.path, "--log-level", "warning"] + arguments,
            environment: environment, errorFile: errorFile)
        guard let url = await program.line(matching: /(http:\/\/[^\/ ]+)/) else {
            throw StartFailure(errorOutput: await program.errorOutput())
        }
        self.url = url
    }

    /// Stops the program and removes its data.
    func end() async {
        await program.expectCleanExit()
        data.remove()
    }

    struct StartFailure: Error {
        let errorOutput: String
    }

    /// Stops the program and starts it again with the same data.
    func restarted(_ arguments: [String] = []) async throws -> RunningSite {
        _ = await program.stop()
        return try await RunningSite(data: data, arguments)
    }
}

extension RunningSite {
    func metrics() async throws -> MetricsPage {
        try MetricsPage(await RawConnection.response(from: url, "GET /metrics").text)
    }
}

/// The samples of `/metrics`.
struct MetricsPage {
    private var samples: [String: Double] = [:]

    struct Malformed: Error { let line: Substring }

    init(_ text: String) throws {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let end = line.lastIndex(of: " "), let value = Double(line[end...].dropFirst()) else {
                throw Malformed(line: line)
            }
            samples[Self.sorted(line[..<end])] = value
        }
    }

    /// Returns the value of a sample such as `name{label="value"}`.
    subscript(sample: String) -> Double? { samples[Self.sorted(sample[...])] }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        self[name + (labels.isEmpty ? "" : "{\(labels.map { "\($0)=\"\($1)\"" }.joined(separator: ","))}")]
    }

    /// True if there is a sample with a name like this.
    func contains(prefix: String) -> Bool { samples.keys.contains { $0.hasPrefix(prefix) } }

    /// Returns the sample's name and labels, these in order of their names.
    private static func sorted(_ sample: Substring) -> String {
        sample.split { "{},".contains($0) }.sorted { $0.contains("=") ? $1.contains("=") && $0 < $1 : true }
            .joined(separator: ",")
    }
}

/// Options for tests without heroes: the site starts faster without the built-in ones.
let withoutSource = ["--source", "http://127.0.0.1:1"]
