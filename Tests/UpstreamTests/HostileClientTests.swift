import Basics
import HTTPTypes
import Support
import Testing

/// Clients that try to open the breaker: other visitors are not affected.
@Suite(.timeLimit(.minutes(2))) struct HostileClientTests {
    private static let hostile = "192.0.2.66", other = "2001:db8:1:2::3"

    /// Returns uncached pages for other visitors.
    private static func pages(_ number: Int) -> [String] {
        let id = 5000 + number
        return ["/heroes?page=\(2 + number)", "/heroes/\(id)-hero-\(id)", "/heroes/\(id)-hero-\(id)/comics"]
    }

    /// Responds like an API with a list of a thousand heroes, and any single hero.
    @Sendable private static func archive(_ target: String) -> LoopbackUpstream.Reply {
        guard target.contains("/characters?"), !target.contains("nameStartsWith") else { return .marvel(target) }
        let offset = target.split(separator: "offset=").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        let ids = offset + 1..<max(offset + 1, min(offset + 21, 1001))
        let heroes = ids.map { #"{"id":\#($0),"name":"Hero \#($0)"}"# }
        return .json(#"{"code":200,"data":{"total":1000,"results":[\#(heroes.joined(separator: ","))]}}"#)
    }

    @Test(
        "errors for one client's odd requests do not open the breaker for others",
        arguments: [400, 403, 404, 409, 500, 501, 502, 302, 200])
    func failing(status: Int) async throws {
        let site = try SiteOnUpstream { target in
            target.contains("odd") || target.contains("/666") || target.contains("offset=66")
                ? .text("<html>", status: status) : Self.archive(target)
        }
        var number = 0
        for round in 0..<20 {
            for target in [
                "/heroes?q=odd", "/heroes?q=odds&page=", "/heroes/666", "/heroes?page=34&x=",
                "/heroes/666-x/comics?page=",
            ] {
                number += 2
                _ = await site.get(target + "\(number)", from: Self.hostile)
            }
            for page in Self.pages(round) where !page.contains("page=34") {
                #expect(await site.get(page, from: Self.other).response.status == .ok, "\(page)")
            }
        }
        #expect(!site.cached.metrics.isOpen)
    }
}
