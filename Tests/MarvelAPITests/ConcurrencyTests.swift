import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct ConcurrencyTests {
    private static let hero = #"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}]}}"#

    private func source(_ url: String) throws -> MarvelSource {
        MarvelSource(
            try MarvelConfiguration(baseURL: url, publicKey: "pubkey99", privateKey: "privkey99", timeout: 60),
            curl: Curl())
    }

    @Test("a request of a cancelled task fails as cancelled")
    func cancelled() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let source = try source(upstream.url)
        let task = Task { try await source.hero(7) }
        await upstream.wait { $0.requests == 1 }
        task.cancel()
        await #expect(throws: HeroError.cancelled) { try await task.value }
    }

    @Test("the five requests of a detail page are concurrent")
    func concurrent() async throws {
        let all = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(all, .json(Self.hero)) }
        let source = try source(upstream.url)
        async let hero = source.hero(7)
        async let works = withThrowingTaskGroup { group in
            for kind in WorkKind.allCases {
                group.addTask { _ = try await source.works(kind, of: .hero(7), PageRange(limit: 3)) }
            }
            try await group.waitForAll()
        }
        await upstream.wait { $0.requests == 5 }
        all.open()
        _ = try await (hero, works)
        #expect(upstream.counts.connections == 5)
    }
}
