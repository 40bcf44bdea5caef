import Curl
import Foundation
import Heroes
import Support
import Synchronization
import Testing

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
    static func heroes(in page: String) -> [Int] {
        // Pages with little on them offer others below.
        let list = page.split(separator: "class=\"posters\"", maxSplits: 1)[0]
        return list.matches(of: /id="hero-(\d+)"/).compactMap { Int($0.1) }
    }

    /// Returns the heroes of the first list page; throws if it is streamed without them.
    static func firstHeroes(in page: String) throws -> [Int] {
        let heroes = heroes(in: page)
        try #require(heroes.count == PageRange.pageLength, "\(page)")
        return heroes
    }

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

/// A visitor with the favourites that the site has acknowledged.
struct LedgerVisitor: Sendable {
    private(set) var client: FavouriteClient
    private(set) var favourites: Set<Int> = []
    /// The heroes whose last change failed; until another change is acknowledged, it may still be made.
    private var unknown: Set<Int> = []
    private let ledger: Ledger

    static let notice = "Your favourites can’t be loaded right now"

    /// Creates the visitor with a first favourite.
    init(_ hero: Int, at url: String, _ ledger: Ledger) async throws {
        self.ledger = ledger
        client = FavouriteClient(curl: Curl())
        try await client.set(hero, isFavourite: true, at: url)
        favourites = [hero]
    }

    /// Changes favourites until the ledger is closed, and reads the list after each change.
    func changing(_ heroes: [Int], at url: String) async throws -> LedgerVisitor {
        var visitor = self
        // Without this visitor, others would wait for its changes.
        defer { ledger.close() }
        while !ledger.isClosed, let hero = heroes.randomElement() {
            let isAcknowledged = try await visitor.change(hero, at: url)
            try #require(await visitor.agrees(with: url))
            if isAcknowledged { visitor.unknown = [] }
        }
        return visitor
    }

    private mutating func change(_ hero: Int, at url: String) async throws -> Bool {
        do {
            try await client.set(hero, isFavourite: !favourites.contains(hero), at: url)
            favourites.formSymmetricDifference([hero])
            unknown.remove(hero)
            ledger.acknowledge()
            return true
        } catch let error as FavouriteClient.UnexpectedStatus {
            ledger.fail(error.status)
        } catch is CurlError {
            ledger.fail(0)
        }
        unknown.insert(hero)
        return false
    }

    /// Reads the list once the database is available. Returns true if it has all acknowledged changes, and no others
    /// but the unknown ones.
    mutating func agrees(with url: String) async throws -> Bool {
        var page = ""
        let isRead = try await Wait.until {
            do {
                page = try await client.page("/favourites", at: url)
            } catch is CurlError {
                ledger.countIncompletePage()
                return false
            } catch let error as FavouriteClient.UnexpectedStatus where error.status == 503 {
                return false
            }
            return true
        }
        let stored = Set(FavouriteClient.heroes(in: page))
        let difference = stored.symmetricDifference(favourites)
        favourites = stored
        #expect(difference.isSubset(of: unknown), "\(difference.sorted()) differ, \(unknown.sorted()) are unknown")
        return isRead && difference.isSubset(of: unknown)
    }
}

/// The numbers of responses to visitors that change favourites at the same time.
final class Ledger: Sendable {
    private struct State {
        var acknowledged = 0
        var failures: [Int] = []
        var incompletePages = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The number of acknowledged changes.
    var acknowledged: Int { state.withLock(\.acknowledged) }

    /// The statuses of failed changes; 0 without a response.
    var failures: [Int] { state.withLock(\.failures) }

    /// The number of pages that ended early.
    var incompletePages: Int { state.withLock(\.incompletePages) }

    /// True if the visitors are to stop.
    var isClosed: Bool { state.withLock(\.isClosed) }

    func acknowledge() { state.withLock { $0.acknowledged += 1 } }
    func fail(_ status: Int) { state.withLock { $0.failures.append(status) } }
    func countIncompletePage() { state.withLock { $0.incompletePages += 1 } }
    func close() { state.withLock { $0.isClosed = true } }

    /// Waits until this many more changes are acknowledged.
    func waitForChanges(_ count: Int = 40) async throws {
        let goal = acknowledged + count
        #expect(try await Wait.until { acknowledged >= goal || isClosed })
        try #require(!isClosed)
    }
}
