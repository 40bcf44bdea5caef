import Foundation
import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

/// A visitor with a few favourites.
extension SiteUnderTest {
    static let visitorToken = "00112233445566778899aabbccddeeff"
    static let visitorCookie = HTTPFields.of(["Cookie": "visitor=\(visitorToken)", "Host": "heroes.example"])
    static let three = [Hero(id: 7, name: "Zed"), Hero(id: 8, name: "anna"), Hero(id: 9, name: "Mo")]

    /// Returns a site with a visitor that has these favourites, each added a second after the one before.
    static func withFavourites(_ heroes: [Hero], in source: ScriptedSource? = nil, store: MemoryStore = MemoryStore())
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
        try await get(target, fields).text.matches(of: /<span class="name">(.*?)<\/span>/).map { String($0.1) }
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
