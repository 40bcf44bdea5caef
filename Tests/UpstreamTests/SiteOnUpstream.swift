import Basics
import Caching
import Curl
import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes
import MarvelAPI
@testable import Site
import Storage
import Support

/// The site as it is put together for visitors, on an upstream that answers rightly until it is told to go wrong.
final class SiteOnUpstream: Sendable {
    let upstream: LoopbackUpstream
    let clock = ManualClock()
    let cached: CachedSource
    private let site: Site
    private let fault: Switch
    private let lines: Lines

    /// Shared with the upstream's threads, which outlive nobody.
    private final class Switch: Sendable {
        let answer = Locked<LoopbackUpstream.Answer?>(nil)
    }

    private final class Lines: Sendable {
        let all = Locked<[String]>([])
    }

    static let keys = (public: "public-key-99", private: "private-key-99")

    /// An upstream that never comes about is that port's; the answers are right ones unless others are given.
    init(
        timeout: Double = 60, folder: String? = nil, dailyBudget: Int? = nil, port: RefusingPort? = nil,
        patience: Duration = .seconds(600),
        answers: @escaping @Sendable (_ target: String) -> LoopbackUpstream.Answer = LoopbackUpstream.Answer.right
    ) throws {
        let (fault, lines) = (Switch(), Lines())
        (self.fault, self.lines) = (fault, lines)
        upstream = try LoopbackUpstream { target, _ in
            fault.answer.withLock { $0 } ?? answers(target)
        }
        let configuration = try MarvelConfiguration(
            baseURL: port?.url ?? upstream.url, publicKey: Self.keys.public, privateKey: Self.keys.private,
            timeout: timeout)
        let report: @Sendable (CacheEvent) -> Void = { event in lines.all.withLock { $0.append("\(event)") } }
        cached = CachedSource(
            MarvelSource(configuration, curl: Curl()),
            database: folder.map { CacheDatabase(path: "\($0)/source.sqlite", report: report) },
            budget: DailyBudget(limit: dailyBudget, now: { [clock] in clock.now }),
            now: { [clock] in clock.now }, report: report)
        var siteEnvironment = SiteEnvironment()
        siteEnvironment.log = { line in lines.all.withLock { $0.append(line) } }
        var configurationOfSite = SiteConfiguration()
        configurationOfSite.streamingDelay = patience
        site = Site(
            source: cached, favourites: MemoryStore(), configuration: configurationOfSite, environment: siteEnvironment,
            assets: { try Self.assets.get() })
    }

    var log: [String] { lines.all.withLock { $0 } }

    /// What the upstream does from now on; nil is right.
    func go(wrong answer: LoopbackUpstream.Answer?) { fault.answer.withLock { $0 = answer } }

    /// Questions that pages have asked so far.
    var asked: Int {
        let metrics = cached.metrics
        return metrics.callsUnderWay + [.miss, .coalesced, .fresh].reduce(0) { $0 + (metrics.answers[$1] ?? 0) }
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// `ahead` is for a browser that only fetches what may be wanted next; `begun` is called before the rest of a page
    /// is waited for.
    func get(
        _ target: String, ahead: Bool = false, from peer: String = "127.0.0.1", begun: () -> Void = {}
    ) async -> (response: Response, text: String) {
        var request = Request(target: target, peer: peer)
        if ahead, let name = HTTPField.Name("Sec-Purpose") { request.fields[name] = "prefetch" }
        return await answer(request, begun: begun)
    }

    /// Sends a list of favourites, as the form for exported ones does.
    func importList(_ list: String, from peer: String) async -> (response: Response, text: String) {
        var request = Request(method: .post, target: "/favourites/import", peer: peer)
        request.fields[.contentType] = "multipart/form-data; boundary=x"
        request.body = Array(
            """
            --x\r\nContent-Disposition: form-data; name="list"; filename="list.json"\r\n\r\n\(list)\r\n--x--\r\n
            """.utf8)
        return await answer(request)
    }

    private func answer(_ request: Request, begun: () -> Void = {}) async -> (response: Response, text: String) {
        let response = await site.respond(to: request)
        begun()
        switch response.body {
        case .bytes(let bytes): return (response, String(decoding: bytes, as: UTF8.self))
        case .stream(let write):
            let text = Locked("")
            // Nobody leaves before the end.
            try? await write(BodyWriter { bytes in text.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
            return (response, text.withLock { $0 })
        }
    }

    private static let assets = Result {
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent().path
        return try Assets(templates: "\(root)/Templates", files: "\(root)/Public")
    }
}
