import Curl
import Foundation
import Support

/// The program as a user starts it, on a port of its own and with a data folder that outlives a restart.
final class RunningSite: Sendable {
    let program: Program
    let url: String
    let data: TemporaryFolder

    /// `executable` is the program to run, the one built beside the tests unless another is named.
    init(
        data: TemporaryFolder? = nil, _ arguments: [String] = [], errorFile: String? = nil,
        executable: String = Paths.heroes
    ) async throws {
        let data = try data ?? TemporaryFolder()
        self.data = data
        program = try Program(
            executable, ["serve", "--port", "0", "--data", data.path, "--log-level", "warning"] + arguments,
            errorFile: errorFile)
        guard let url = await program.line(matching: /(http:\/\/[^\/ ]+)/) else {
            throw StartFailure(errorOutput: await program.errorOutput())
        }
        self.url = url
    }

    /// Ends the program in order and removes its data.
    func end() async {
        await program.expectCleanExit()
        data.remove()
    }

    struct StartFailure: Error {
        let errorOutput: String
    }

    /// Ends the program in order and starts it again on the same data.
    func restarted(_ arguments: [String] = []) async throws -> RunningSite {
        _ = await program.stop()
        return try await RunningSite(data: data, arguments)
    }
}

/// A site that needs no heroes starts sooner without the bundled ones.
let withoutSource = ["--source", "http://127.0.0.1:1"]
