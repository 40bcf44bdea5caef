import Curl
import Foundation

/// A client with the cookie of one visitor that changes favourites.
struct FavouriteClient: Sendable {
    let curl: Curl
    /// `visitor=…`, or a name with the site's port if the cookie before was unknown; nil before the first favourite.
    private(set) var cookie: String?
    /// The cookie of the last change, `toggled=…`.
    private var lastChange: String?

    struct UnexpectedStatus: Error {
        let status: Int
        let page: String
    }

    /// Seconds; longer than the site and a proxy need for a response, so that no change is made after its client has
    /// given up.
    private static let timeout = 120.0

    init(curl: Curl, cookie: String? = nil) {
        self.curl = curl
        self.cookie = cookie
    }

    /// The visitor's secret token.
    var token: String? { cookie?.split(separator: "=").last.map(String.init) }

    /// Adds or removes a favourite; returns when the change is acknowledged.
    mutating func set(_ hero: Int, isFavourite: Bool, at url: String) async throws {
        let action = isFavourite ? "add" : "remove"
        try await post("/favourites/\(hero)", "action=\(action)&back=/favourites", at: url)
    }

    mutating func forget(at url: String) async throws { try await post("/favourites/forget", "", at: url) }

    /// Returns the heroes on the first page of favourites, newest first.
    func favourites(at url: String) async throws -> [Int] { Self.heroes(in: try await page("/favourites", at: url)) }

    func page(_ path: String, at url: String) async throws -> String {
        let response = try await curl.send(
            CurlRequest(url: url + path, headers: cookieField, timeout: Self.timeout))
        let text = String(decoding: response.body, as: UTF8.self)
        guard response.status == 200 else { throw UnexpectedStatus(status: response.status, page: text) }
        return text
    }

    /// Returns the heroes with a card on the page.
    static func heroes(in page: String) -> [Int] { page.matches(of: /id="hero-(\d+)"/).compactMap { Int($0.1) } }

    /// Sends a form; returns when the response redirects to a page.
    mutating func post(_ path: String, _ form: String, at url: String) async throws {
        let fields = cookieField + [("Content-Type", "application/x-www-form-urlencoded")]
        let response = try await curl.send(
            CurlRequest(
                url: url + path, method: "POST", headers: fields, body: Array(form.utf8), timeout: Self.timeout))
        guard response.status == 303 else {
            throw UnexpectedStatus(status: response.status, page: String(decoding: response.body, as: UTF8.self))
        }
        for (name, value) in response.headers where name.lowercased() == "set-cookie" {
            if value.hasPrefix("visitor") { cookie = String(value.prefix { $0 != ";" }) }
            if value.hasPrefix("toggled") { lastChange = String(value.prefix { $0 != ";" }) }
        }
    }

    private var cookieField: [(name: String, value: String)] {
        let cookies = [cookie, lastChange].compactMap(\.self)
        return cookies.isEmpty ? [] : [("Cookie", cookies.joined(separator: "; "))]
    }
}
