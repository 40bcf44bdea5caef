import HTTPTypes
import Testing

@testable import HTTP

@Suite struct ConditionalTests {
    private let response = Response(
        fields: [
            .eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/html",
            .cacheControl: "no-cache", .vary: "Accept", .setCookie: "a=b", .contentLocation: "/a",
        ], body: .bytes([1]))

    private func status(
        _ fields: HTTPFields, method: HTTPRequest.Method = .get, of response: Response? = nil
    ) -> HTTPResponse.Status {
        (response ?? self.response).unlessKept(by: Request(method: method, target: "/", fields: fields)).status
    }

    @Test("a kept representation is answered 304, without what describes a body")
    func notModified() {
        let answer = response.unlessKept(by: Request(target: "/", fields: [.ifNoneMatch: "\"a\""]))
        #expect(answer.status == .notModified)
        #expect(
            answer.fields == [
                .eTag: "\"a\"", .cacheControl: "no-cache", .vary: "Accept", .setCookie: "a=b", .contentLocation: "/a",
            ])
        guard case .bytes([]) = answer.body else {
            Issue.record("a 304 has no body")
            return
        }
    }

    @Test("any tag of the list will do, weak ones too", arguments: ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", " * "])
    func matching(list: String) { #expect(status([.ifNoneMatch: list]) == .notModified) }

    @Test("other and malformed tags get the whole", arguments: ["\"b\"", "a", "", "\"a", "\"b\", *"])
    func different(list: String) { #expect(status([.ifNoneMatch: list]) == .ok) }

    @Test("If-Modified-Since counts where there is no If-None-Match")
    func date() {
        let same = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(status([.ifModifiedSince: same]) == .notModified)
        #expect(status([.ifModifiedSince: "Mon, 07 Nov 1994 08:49:37 GMT"]) == .notModified)
        #expect(status([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .ok)
        #expect(status([.ifModifiedSince: "yesterday"]) == .ok)
        #expect(status([.ifModifiedSince: same, .ifNoneMatch: "\"b\""]) == .ok)
    }

    @Test("only GET and HEAD that went well are answered 304")
    func unconditional() {
        let fields: HTTPFields = [.ifNoneMatch: "*"]
        #expect(status(fields, method: .head) == .notModified)
        #expect(status(fields, method: .post) == .ok)
        #expect(status(fields, of: Response(status: .notFound, fields: [.eTag: "\"a\""])) == .notFound)
        #expect(status(fields, of: Response()) == .ok)
    }
}
