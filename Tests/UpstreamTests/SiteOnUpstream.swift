import Caching
import Curl
import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes
import MarvelAPI
import Site
import Storage
import Support
import Synchronization

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
        let answer = Mutex<LoopbackUpstream.Answer?>(nil)
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    static let keys = (public: "public-key-99", private: "private-key-99")

    /// An upstream that never comes about is that port's.
    init(timeout: Double = 10, folder: String? = nil, port: RefusingPort? = nil) throws {
        let (fault, lines) = (Switch(), Lines())
        (self.fault, self.lines) = (fault, lines)
        upstream = try LoopbackUpstream { target, _ in
            fault.answer.withLock { $0 } ?? Self.answer(target)
        }
        let configuration = try MarvelConfiguration(
            baseURL: port?.url ?? upstream.url, publicKey: Self.keys.public, privateKey: Self.keys.private,
            timeout: timeout)
        let report: @Sendable (CacheEvent) -> Void = { event in lines.all.withLock { $0.append("\(event)") } }
        cached = CachedSource(
            MarvelSource(configuration, curl: Curl()),
            store: try folder.map { try DiskStore(folder: $0, report: report) },
            now: { [clock] in clock.now }, report: report)
        var surroundings = Surroundings()
        surroundings.log = { line in lines.all.withLock { $0.append(line) } }
        var configurationOfSite = SiteConfiguration()
        configurationOfSite.patience = .seconds(60)
        site = Site(
            source: cached, favourites: MemoryStore(), configuration: configurationOfSite, surroundings: surroundings,
            theme: { try Self.theme.get() })
    }

    var log: [String] { lines.all.withLock { $0 } }

    /// What the upstream does from now on; nil is right.
    func go(wrong answer: LoopbackUpstream.Answer?) { fault.answer.withLock { $0 = answer } }

    func get(_ target: String) async -> (response: Response, text: String) {
        let response = await site.respond(to: Request(target: target))
        guard case .bytes(let bytes) = response.body else { return (response, "") }
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    private static let theme = Result {
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent().path
        return Theme(
            templates: try Templates(folder: "\(root)/Templates", views: Site.views),
            files: try StaticFiles(folder: "\(root)/Public"))
    }

    /// Any hero exists, with one work of each kind.
    private static func answer(_ target: String) -> LoopbackUpstream.Answer {
        let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
        let id = path.dropFirst().first.flatMap { Int($0) } ?? 7
        let result = path.count > 2 ? #"{"id":1,"title":"Work of \#(id)"}"# : #"{"id":\#(id),"name":"Hero \#(id)"}"#
        return .json(
            #"{"code":200,"etag":"e\#(id)","attributionText":"Data","data":{"total":1,"results":[\#(result)]}}"#)
    }
}
