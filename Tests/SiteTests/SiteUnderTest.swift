import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Storage
import Synchronization

/// The real site with the project's templates and files, a scripted source, and a fixed clock and random numbers.
struct SiteUnderTest {
    let site: Site
    let log: Log

    /// The lines of the site's log.
    final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        var lines: [String] { entries.withLock { $0 } }
        func write(_ line: String) { entries.withLock { $0.append(line) } }
    }

    /// Waits a minute for the source by default, so that pages are not streamed on a busy machine.
    init(
        _ source: any HeroSource = ScriptedSource.usual, favourites: any FavouritesStore = MemoryStore(),
        streamingDelay: Duration = .seconds(60), publicURL: String? = nil,
        random: @escaping @Sendable () -> UInt64 = { 0x0123_4567_89ab_cdef },
        milliseconds: @escaping @Sendable () -> Int = { 0 }, isDevelopment: Bool = false,
        configure: (inout SiteConfiguration) -> Void = { _ in }
    ) throws {
        let assets = try Self.assets.get()
        var configuration = SiteConfiguration()
        configuration.streamingDelay = streamingDelay
        configuration.publicURL = publicURL
        if let source = source as? ScriptedSource { configuration.heroOfPage = { source.pages[$0] } }
        configuration.isDevelopment = isDevelopment
        let log = Log()
        configuration.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        configuration.random = random
        configuration.milliseconds = milliseconds
        configuration.log = { log.write($0) }
        configure(&configuration)
        self.log = log
        site = Site(source: source, favourites: favourites, configuration: configuration) { assets }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static var templates: Templates {
        get throws { try Templates(folder: root + "/Templates", views: Site.views) }
    }

    private static let assets = Result { try Assets(templates: root + "/Templates", files: root + "/Public") }

    func get(_ target: String, _ fields: HTTPFields = [:]) async -> Response {
        await site.respond(to: Request(target: target, fields: fields))
    }

    func post(_ target: String, _ form: String, _ fields: HTTPFields = [:]) async -> Response {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        return await site.respond(to: Request(method: .post, target: target, fields: fields, body: Array(form.utf8)))
    }
}

extension Response {
    /// The body as text; a stream is run to its end.
    var text: String {
        get async throws { String(decoding: try await parts.joined(), as: UTF8.self) }
    }

    /// The parts in which the body is sent.
    var parts: [[UInt8]] {
        get async throws {
            switch body {
            case .bytes(let bytes): return [bytes]
            case .stream(let write):
                let parts = Parts()
                try await write(BodyWriter { parts.append($0) })
                return parts.all
            }
        }
    }

    var isStreamed: Bool { if case .stream = body { true } else { false } }

    /// The cookies that the response sets, each as `name=value`.
    var cookies: [String] {
        fields[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
    }

    /// The Cookie field of the browser's next request.
    var cookieFields: HTTPFields { [.cookie: cookies.joined(separator: "; ")] }
}

extension HTTPFields {
    /// Creates fields with any names, also those that swift-http-types does not define.
    static func of(_ fields: [String: String]) -> HTTPFields {
        HTTPFields(fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }
}

private final class Parts: Sendable {
    private let parts = Mutex<[[UInt8]]>([])
    var all: [[UInt8]] { parts.withLock { $0 } }
    func append(_ bytes: [UInt8]) { parts.withLock { $0.append(bytes) } }
}
