import FoundationEssentials
import HTTP
import HTTPTypes
import Storage
import Testing

@testable import Site

@Suite("Immediate responses of static files")
struct StaticFileTests {
    private static var addresses: [String] {
        get throws {
            let files = try StaticFiles(folder: SiteUnderTest.root + "/Public")
            return files.names.flatMap { [files.url($0), "/static/\($0)"] }
        }
    }

    private static let codings: [String?] = [nil, "gzip", "gzip, deflate, br, zstd", "br", "identity;q=0", "*;q=0"]

    /// Returns the response with compression, as the server sends it.
    private static func fullResponse(_ site: Site, _ request: Request) async throws -> SerializedResponse {
        try #require(SerializedResponse(await compressed(site, request)))
    }

    private static func compressed(_ site: Site, _ request: Request) async -> Response {
        await compressing({ await site.respond(to: $0) }, unacceptable: { site.errorPage(.notAcceptable, for: $0) })(
            request)
    }

    private static func lines(_ response: SerializedResponse) -> [Substring] {
        String(decoding: response.head, as: UTF8.self).split(separator: "\r\n").sorted()
    }

    @Test(
        "each equals the full response byte for byte, in any coding, at either address, with or without If-None-Match")
    func same() async throws {
        let site = try SiteUnderTest().site
        for (target, coding) in try Self.addresses.flatMap({ target in Self.codings.map { (target, $0) } }) {
            var request = Request(target: target)
            request.fields[.acceptEncoding] = coding
            let tag = await Self.compressed(site, request).fields[.eTag]
            for (method, heldTag) in [(.get, nil), (.head, nil), (.get, tag), (.head, tag)] as [(HTTPRequest.Method, _)]
            {
                request.method = method
                request.fields[.ifNoneMatch] = heldTag
                guard let immediate = site.immediateResponse(to: RequestHead(request)) else {
                    #expect(coding?.hasSuffix(";q=0") == true, "\(request)")
                    continue
                }
                let full = try await Self.fullResponse(site, request)
                #expect(immediate.response.status == full.status && immediate.response.body == full.body, "\(request)")
                #expect(Self.lines(immediate.response) == Self.lines(full), "\(request)")
                #expect(immediate.route == Route.Name.file.rawValue && immediate.cacheStatus == .none)
            }
        }
    }

    @Test("in development, files are read at each request")
    func development() throws {
        let head = RequestHead(Request(target: "/static/site.css"))
        #expect(try SiteUnderTest(isDevelopment: true).site.immediateResponse(to: head) == nil)
    }
}
