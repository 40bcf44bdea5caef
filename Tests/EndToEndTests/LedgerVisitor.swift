import Curl
import Support
import Testing

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
            }
            return !page.contains(Self.notice)
        }
        let stored = Set(FavouriteClient.heroes(in: page))
        let difference = stored.symmetricDifference(favourites)
        favourites = stored
        #expect(difference.isSubset(of: unknown), "\(difference.sorted()) differ, \(unknown.sorted()) are unknown")
        return isRead && difference.isSubset(of: unknown)
    }
}
