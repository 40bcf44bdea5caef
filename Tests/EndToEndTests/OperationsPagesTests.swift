import HTTP
import HTTPTypes
import Logging
import Testing

@testable import heroes

@Suite("Operations pages")
struct OperationsPagesTests {
    private let pages = OperationsPages(
        metrics: { "heroes_up 1\n" }, readiness: Readiness([], logger: Logger(label: "test")), readers: [])

    private let host = HTTPFields(HTTPField.Name("Host").map { [HTTPField(name: $0, value: "127.0.0.1")] } ?? [])

    private func respond(_ target: String) async -> Response? {
        await pages.respond(to: Request(target: target, fields: host))
    }

    @Test(
        "ignore the query and a slash at the end",
        arguments: ["/healthz", "/readyz", "/metrics"], ["", "?x", "?format=x", "?a=%zz", "/", "/?x", "?"])
    func query(path: String, end: String) async throws {
        let response = try #require(await respond(path + end))
        #expect(response.status == .ok && response.fields[.cacheControl] == "no-store")
        #expect(response.fields == (await respond(path))?.fields)
    }

    @Test(
        "do not answer other paths", arguments: ["/", "//", "/healthz//", "/readyz/x", "/healthzx", "/?/healthz", "*"])
    func otherPaths(target: String) async { #expect(await respond(target) == nil) }
}
