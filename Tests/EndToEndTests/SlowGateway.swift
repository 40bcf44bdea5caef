import Support

/// A gateway process with delayed responses, and the options for a site with this source.
struct SlowGateway {
    private let program: Program
    private let url: String

    init(delay milliseconds: Int) async throws {
        program = try Program(
            Paths.heroes,
            ["gateway", "--port", "0", "--open", "--delay", String(milliseconds), "--log-level", "warning"])
        guard let url = await program.line(matching: /(http:\/\/[^\/ ]+)/) else {
            throw RunningSite.StartFailure(errorOutput: await program.errorOutput())
        }
        self.url = url
    }

    var options: [String] { ["--source", url] }

    func stop() async { _ = await program.stop() }
}
