import Dispatch
import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// A hero of an imported list that the source did not return.
struct FailedLookup: Sendable {
    let time: Date
    /// True if the source has no such hero; false if the request failed.
    let isNotFound: Bool
}

extension FavouritesActions {
    /// The maximum number of heroes that one import looks up in the source.
    private static let lookupLimit = 20

    /// Parses one list at a time: 64 KiB take milliseconds, during which an event loop could not serve pages.
    private static let parsingQueue = DispatchQueue(label: "heroes.site.lists")

    /// Adds the heroes of a list to the favourites (`POST /favourites/import`), or shows the result of the last import.
    /// The list is a file, or the heroes of a shared list.
    func importFavourites() async throws(Failure) -> Response {
        if request.http.method != .post { return await importResult() }
        if let seconds = site.importLimit.consume(network, at: now) {
            throw .rateLimited(
                "Please try again later", "Too many lists were imported from your network.", seconds: seconds)
        }
        guard let list = await Self.uploadedList(of: request.http), !list.entries.isEmpty || list.invalid.isEmpty else {
            throw .unreadableList
        }
        // Without the favourites, the number of new heroes is unknown.
        _ = try request.readFavourites()
        var seen = Set<Hero.ID>()
        let wanted = list.entries.filter { !request.hasFavourite($0.id) && seen.insert($0.id).inserted }
        let (heroes, notFound) = await heroes(wanted.map(\.id))
        let now = now
        let additions = wanted.compactMap { entry in heroes[entry.id].map { favourite($0, entry, now) } }
        let missing = wanted.filter { notFound.contains($0.id) }.map {
            ($0.location, "\($0.location): no hero with ID \($0.id)")
        }
        let invalid = (list.invalid.map { ($0, "\($0)") } + missing).sorted { $0.0.number < $1.0.number }.map(\.1)
        return try await response(
            adding: newestFirst(additions),
            ImportResult(
                added: additions.count, known: list.entries.count - wanted.count, invalid: invalid,
                pending: wanted.count - additions.count - missing.count))
    }

    private static func uploadedList(of request: Request) async -> FavouriteEntries? {
        await withCheckedContinuation { continuation in
            parsingQueue.async {
                continuation.resume(returning: Upload.text("list", request).flatMap { FavouriteEntries($0) })
            }
        }
    }

    /// Returns the favourite. A time in the future becomes now; otherwise the hero would stay in front of all later
    /// favourites.
    private func favourite(_ hero: Hero, _ entry: FavouriteEntries.Entry, _ now: Date) -> Favourite {
        Favourite(id: entry.id, name: hero.name, thumbnail: hero.thumbnail, added: min(entry.added ?? now, now))
    }

    /// Sorts by fractions of a second, which the store drops; favourites of the same time keep the order of the list.
    private func newestFirst(_ favourites: [Favourite]) -> [Favourite] {
        favourites.enumerated().sorted { ($1.element.added, $0.offset) < ($0.element.added, $1.offset) }.map(\.element)
    }

    /// Returns the heroes that are cached or that the source returned, and the numbers that the source does not have.
    /// Lookups run concurrently, those without an earlier failure first, so that a repeated import reaches every hero.
    private func heroes(_ ids: [Hero.ID]) async -> ([Hero.ID: Hero], notFound: Set<Hero.ID>) {
        var heroes: [Hero.ID: Hero] = [:]
        for id in ids { heroes[id] = context.source.cachedHero(id) }
        let uncached = ids.filter { heroes[$0] == nil }.map {
            (id: $0, failure: site.failedLookups.value(for: $0, now: now))
        }
        var notFound = Set(uncached.filter { $0.failure?.isNotFound ?? false }.map(\.id))
        let lookups = uncached.filter { !notFound.contains($0.id) }
            .sorted { ($0.failure?.time ?? .distantPast) < ($1.failure?.time ?? .distantPast) }
            .prefix(Self.lookupLimit).map(\.id)
        for (id, pending) in lookups.map({ ($0, lookUp($0)) }) {
            switch await pending.result {
            case .success(let hero): heroes[id] = hero
            case .failure(let error):
                if error == .notFound { notFound.insert(id) }
                site.failedLookups.store(FailedLookup(time: now, isNotFound: error == .notFound), for: id, now: now)
                if let cause = Failure(error, retry: page).cause { context.log(cause) }
            }
        }
        return (heroes, notFound)
    }

    private func lookUp(_ id: Hero.ID) -> PendingResult<Hero> {
        PendingResult { [source = context.source] () async throws(HeroError) in try await source.hero(id).value }
    }

    private func response(adding additions: [Favourite], _ result: ImportResult) async throws(Failure) -> Response {
        let changed = additions.isEmpty ? nil : try await add(additions, retry: page)
        guard let visitor = changed?.visitor ?? request.visitor else {
            return context.renderer.page(ImportView(result), status: .unprocessableContent, request)
        }
        await recordChange(additions, isAddition: true, of: visitor)
        await site.orLog("cannot store the result of an import") { () throws(FavouritesError) in
            try await site.expiringStore.store(result, .importResult, for: visitor.hash)
        }
        guard let newest = additions.first else { return .redirect(to: Route.importFavourites.url) }
        let check = visitor == request.visitor ? nil : CookieCheck(newest.id, .importFavourites)
        return Response.redirect(to: check?.url ?? Route.importFavourites.url).setting(cookies(changed))
    }

    /// Shows the result of the visitor's last import. If all heroes were added, the favourites say so.
    private func importResult() async -> Response {
        guard let visitor = request.visitor else { return redirect(nil) }
        let result: ImportResult? = await site.orLog("cannot read the result of an import") {
            () throws(FavouritesError) in
            try await site.expiringStore.value(.importResult, for: visitor.hash)
        }
        guard let view = result.map(ImportView.init), !view.isComplete else { return redirect(nil) }
        return context.renderer.page(view, request)
    }
}

extension Failure {
    fileprivate static let unreadableList = Failure(
        status: .badRequest, heading: "That list can’t be read",
        sentence: """
            Choose a file that was exported here, or another list of hero IDs as JSON or CSV with at most \
            \(FavouriteEntries.limit.grouped) lines. Nothing was changed.
            """,
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
