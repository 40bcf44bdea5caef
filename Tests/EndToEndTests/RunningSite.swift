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

/// Options for tests without heroes: the site starts faster without the built-in ones.
let withoutSource = ["--source", "http://127.0.0.1:1"]
