import ArgumentParser
import Curl
import Foundation

/// `heroes healthcheck`: asks a running site or gateway on this machine, for containers without curl.
struct HealthcheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Ask a running site or gateway whether it works; the exit status says so.",
        discussion: """
            The address is that of “heroes serve” with the same options and environment. The exit status is 0 if the answer \
            has the status 200, otherwise 1.
            """)

    @OptionGroup var listen: ListenOptions

    @Flag(help: "Ask /readyz, which also checks the source and the store, in place of /healthz.")
    var ready = false

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let port = try listen.port(in: environment, default: 8080)
        let url =
            "http://\(Self.reachable(try listen.host(in: environment))):\(port)" + (ready ? "/readyz" : "/healthz")
        let curl = Curl(concurrency: 1)
        defer { curl.shutdown() }
        let response: CurlResponse
        do {
            response = try await curl.send(CurlRequest(url: url, timeout: 5))
        } catch {
            throw CommandError("\(url) does not answer: \(error)")
        }
        let text = String(decoding: response.body.prefix(10_000), as: UTF8.self).trimmingCharacters(in: .newlines)
        guard response.status == 200 else { throw CommandError("\(url) answers \(response.status): \(text)") }
        try StandardStreams.writeLine(text)
    }

    /// Returns an address of this machine for a host that a service listens on.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "localhost": "127.0.0.1"
        case "::": "[::1]"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }
}
