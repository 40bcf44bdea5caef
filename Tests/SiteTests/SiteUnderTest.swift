import Foundation
import HTML
import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Storage
import Support
import Synchronization
import Testing

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

    /// Returns the parts of a streamed page if the source answers only after the first part, except with the hero or topic
    /// that the page is about, and the log.
    static func late(
        _ target: String, _ source: ScriptedSource = .usual
    ) async throws -> (parts: [String], log: [String]) {
        let gate = Gate()
        var slow = source
        slow.isCached = { _ in false }
        slow.before = { query throws(HeroError) in
            if !source.hasDetails, query.isSubject { return try await source.before(query) }
            await gate.wait()
            try await source.before(query)
        }
        let site = try SiteUnderTest(slow, streamingDelay: .milliseconds(1))
        let response = await site.get(target)
        try #require(response.isStreamed)
        try #require(response.status == .ok)
        let parts = try await response.parts { _ in gate.open() }
        return (parts.map { String(decoding: $0, as: UTF8.self) }, site.log.lines)
    }

    /// Returns the page, complete or in parts, if the source answers late.
    static func text(_ target: String, _ source: ScriptedSource, isLate: Bool) async throws -> String {
        isLate
            ? try await late(target, source).parts.joined() : try await SiteUnderTest(source).get(target).text
    }

    func post(_ target: String, _ form: String, _ fields: HTTPFields = [:]) async -> Response {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        return await site.respond(to: Request(method: .post, target: target, fields: fields, body: Array(form.utf8)))
    }
}

/// A visitor with a few favourites.
extension SiteUnderTest {
    static let visitorToken = "00112233445566778899aabbccddeeff"
    static let visitorCookie = HTTPFields.of(["Cookie": "visitor=\(visitorToken)", "Host": "heroes.example"])
    static let three = [Hero(id: 7, name: "Zed"), Hero(id: 8, name: "anna"), Hero(id: 9, name: "Mo")]

    /// Returns a site with a visitor that has these favourites, each added a second after the one before.
    static func withFavourites(
        _ heroes: [Hero], in source: ScriptedSource? = nil, store: any FavouritesStore = MemoryStore()
    )
        async throws -> SiteUnderTest
    {
        let visitor = try #require(Visitor(token: visitorToken))
        for (index, hero) in heroes.enumerated() {
            try await store.add(
                Favourite(
                    id: hero.id, name: hero.name, thumbnail: hero.thumbnail,
                    added: Date(timeIntervalSince1970: 1_600_000_000 + Double(index))),
                for: visitor)
        }
        var source = source ?? .usual
        if source.heroes.map(\.id) != heroes.map(\.id) { source.heroes = heroes + source.heroes }
        return try SiteUnderTest(source, favourites: store)
    }

    /// Returns the names on the cards of a page.
    func names(_ target: String, _ fields: HTTPFields) async throws -> [String] {
        let list = try await get(target, fields).text.split(separator: "class=\"posters\"")[0]
        return list.matches(of: /<span class="name">(.*?)<\/span>/).map { String($0.1) }
    }

    /// Returns the page that a browser shows after the response: follows redirects with the cookies.
    func shown(after response: Response, _ fields: HTTPFields) async -> Response {
        var (response, fields) = (response, fields)
        while let location = response.fields[.location] {
            if !response.cookies.isEmpty { fields[.cookie] = response.cookieFields[.cookie] }
            response = await get(String(location.prefix { $0 != "#" }), fields)
        }
        return response
    }

    /// Imports a file and returns the page that shows the result.
    func importResult(_ file: String, _ fields: HTTPFields) async throws -> String {
        try await shown(after: importList(file, fields), fields).text
    }

    /// Imports a file as a browser sends it.
    func importList(_ file: String, _ fields: HTTPFields) async -> Response {
        var fields = fields
        fields[.contentType] = "multipart/form-data; boundary=XyZ"
        let body = """
            --XyZ\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--XyZ\r\nContent-Disposition: form-data; \
            name="list"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n\(file)\r\n--XyZ--\r\n
            """
        return await site.respond(
            to: Request(method: .post, target: "/favourites/import", fields: fields, body: Array(body.utf8)))
    }

    /// Creates a transfer code for the visitor with that cookie.
    func code(_ cookie: HTTPFields) async throws -> String {
        let page = try await shown(after: post("/favourites/code", "", cookie), cookie).text
        return String(try #require(page.firstMatch(of: /<p class="code"><strong>([0-9A-Z]{5}-[0-9A-Z]{5})</)).1)
    }
}

extension Response {
    /// The body as text; a stream is run to its end.
    var text: String {
        get async throws { String(decoding: try await parts.joined(), as: UTF8.self) }
    }

    /// The parts in which the body is sent.
    var parts: [[UInt8]] { get async throws { try await parts { _ in } } }

    /// Returns the parts; `sent` gets the number of parts after each one of a stream, and may open gates.
    func parts(sent: @escaping @Sendable (Int) -> Void) async throws -> [[UInt8]] {
        switch body {
        case .bytes(let bytes): return [bytes]
        case .stream(let write):
            let parts = Parts()
            try await write(BodyWriter { sent(parts.append($0)) })
            return parts.all
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

    func append(_ bytes: [UInt8]) -> Int {
        parts.withLock { parts in
            parts.append(bytes)
            return parts.count
        }
    }
}

/// Distinct numbers, so that each visitor gets another token.
final class DistinctNumbers: Sendable {
    private let last = Atomic<UInt64>(0x0123_4567_89ab_cdef)
    func next() -> UInt64 { last.wrappingAdd(0x0101_0101_0101_0101, ordering: .relaxed).newValue }
}

/// Expects these parts in the text, and none of the others.
func expectText(
    _ text: String, has parts: [String], lacks others: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
    for part in parts { #expect(text.contains(part), "\(part)", sourceLocation: sourceLocation) }
    for part in others { #expect(!text.contains(part), "\(part)", sourceLocation: sourceLocation) }
}

extension String {
    /// True if the text has all parts, one after the other.
    func contains(inOrder parts: [String]) -> Bool {
        var remainder = self[...]
        return parts.allSatisfy { part in
            guard let range = remainder.firstRange(of: part) else { return false }
            remainder = remainder[range.upperBound...]
            return true
        }
    }
}
