import HTTP
import HTTPTypes
import Heroes
import Storage
import Synchronization
import Testing

@testable import Site

/// A store with revisions, as if several machines shared it, that records the revisions that reads ask for.
private final class RevisionStore: FavouritesStore {
    private let store = MemoryStore()
    private let revision = Mutex<UInt64>(100)
    private let reads = Mutex<[UInt64?]>([])

    func takeReads() -> [UInt64?] {
        reads.withLock { reads in
            defer { reads = [] }
            return reads
        }
    }

    func favourites(of visitor: Visitor, since seen: UInt64?) async throws(FavouritesError) -> Favourites {
        reads.withLock { $0.append(seen) }
        return try await store.favourites(of: visitor)
    }

    func cachedFavourites(of visitor: Visitor, since seen: UInt64?) -> Favourites? {
        seen ?? 0 > revision.withLock { $0 } ? nil : store.cachedFavourites(of: visitor)
    }

    func apply(_ change: FavouritesChange, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate? {
        guard let update = try await store.apply(change, for: visitor) else { return nil }
        let revision = revision.withLock { revision in
            revision += 1
            return revision
        }
        return FavouritesUpdate(before: update.before, after: Favourites(update.after.list, revision: revision))
    }
}

@Suite("The revision that a browser has seen")
struct RevisionTests {
    private func toggled(_ response: Response) -> String? {
        response.fields[values: .setCookie].first { $0.hasPrefix("toggled=") }
            .map { String($0.dropFirst("toggled=".count).prefix { $0 != ";" }) }
    }

    @Test("each change gives the browser its revision, which the next reads ask for")
    func changes() async throws {
        let store = RevisionStore()
        let site = try SiteUnderTest(favourites: store)
        let first = await site.post("/favourites/1", "action=add&back=/heroes")
        #expect(toggled(first)?.hasPrefix("r2t.") == true)
        let cookie = first.cookieFields
        _ = store.takeReads()
        _ = await site.get("/favourites", cookie)
        #expect(store.takeReads() == [101])
        for (path, form) in [("2", "action=add&back=/heroes"), ("2", "action=remove&back=/heroes"), ("clear", "")] {
            #expect(toggled(await site.post("/favourites/\(path)", form, cookie))?.hasPrefix("r2") == true)
        }
    }

    @Test("a page in memory is not sent to a browser that has seen a later revision")
    func pageCache() async throws {
        var source = ScriptedSource.usual
        source.changes = { 1 }
        let site = try SiteUnderTest(source, favourites: RevisionStore())
        let first = await site.post("/favourites/1", "action=add&back=/heroes")
        for (later, isCached) in [(false, true), (true, false)] {
            var cookie = first.cookieFields
            if later { cookie[.cookie] = (cookie[.cookie] ?? "").replacing("r2t.", with: "r2z.") }
            #expect(await site.get("/heroes", cookie).status == .ok)
            let head = RequestHead(Request(target: "/heroes", fields: cookie))
            #expect((site.site.immediateResponse(to: head) != nil) == isCached)
        }
    }

    @Test(
        "other values of the cookie have no revision",
        arguments: [
            ("r2t.0", 101), ("r2t.", 101), ("r2t", nil), ("2t.0", nil), ("r.0", nil), ("r-1.0", nil), ("", nil),
            ("rzzzzzzzzzzzzzz.0", nil), ("r2é.0", nil),
        ] as [(String, UInt64?)])
    func values(value: String, revision: UInt64?) {
        let request = Request(target: "/", fields: .of(["Host": "heroes.example", "Cookie": "toggled=\(value)"]))
        #expect(VisitorCookie(request, SiteConfiguration()).seenRevision == revision)
    }
}
