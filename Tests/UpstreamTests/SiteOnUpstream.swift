import Basics
import Caching
import Curl
import FoundationEssentials
import HTML
import HTTP
import Heroes
import MarvelAPI
@testable import Site
import Storage
import Support

/// The complete site on an upstream that responds correctly until a fault is set.
final class SiteOnUpstream: Sendable {
    let upstream: LoopbackUpstream
    let clock = ManualClock()
    let cached: CachedSource
    private let site: Site
    /// The current fault, shared with the upstream's threads.
    private let fault: Locked<LoopbackUpstream.Reply?>
    private let lines: Locked<[String]>

    static let keys = (public: "public-key-99", private: "private-key-99")

    /// Creates a site. With a port, the upstream refuses connections; without responses, it responds correctly.
    init(
        timeout: Double = 60, port: RefusingPort? = nil, patience: Duration = .seconds(600),
        responses: @escaping @Sendable (_ target: String) -> LoopbackUpstream.Reply = LoopbackUpstream.Reply.marvel
    ) throws {
        let (fault, lines) = (Locked<LoopbackUpstream.Reply?>(nil), Locked<[String]>([]))
        (self.fault, self.lines) = (fault, lines)
        upstream = try LoopbackUpstream { target, _ in
            fault.withLock { $0 } ?? responses(target)
        }
        let configuration = try MarvelConfiguration(
            baseURL: port?.url ?? upstream.url, publicKey: Self.keys.public, privateKey: Self.keys.private,
            timeout: timeout)
        let report: @Sendable (CacheEvent) -> Void = { event in lines.withLock { $0.append("\(event)") } }
        cached = CachedSource(
            MarvelSource(configuration, curl: Curl()), now: { [clock] in clock.now }, report: report)
        var configurationOfSite = SiteConfiguration()
        configurationOfSite.log = { line in lines.withLock { $0.append(line) } }
        configurationOfSite.streamingDelay = patience
        site = Site(
            source: cached, favourites: MemoryStore(), configuration: configurationOfSite,
            assets: { try Self.assets.get() })
    }

    var log: [String] { lines.withLock { $0 } }

    /// Sets the upstream's response from now on; nil for correct ones.
    func setFault(_ response: LoopbackUpstream.Reply?) { fault.withLock { $0 = response } }

    static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Requests a page. `begun` is called before the remainder of a streamed page is awaited.
    func get(_ target: String, begun: () -> Void = {}) async -> (response: Response, text: String) {
        let response = await site.respond(to: Request(target: target, peer: "127.0.0.1"))
        begun()
        switch response.body {
        case .bytes(let bytes): return (response, String(decoding: bytes, as: UTF8.self))
        case .stream(let write):
            let text = Locked("")
            // The writer never throws.
            try? await write(BodyWriter { bytes in text.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
            return (response, text.withLock { $0 })
        }
    }

    private static let assets = Result {
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent().path
        return try Assets(templates: "\(root)/Templates", files: "\(root)/Public")
    }
}
