import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `/favourites/import`: adds the heroes of a list to the favourites with POST, or shows the result of the last import. The
/// list is a file, or the heroes of a shared list.
struct ImportPage {
    let visit: Visit

    /// The maximum number of heroes that one import looks up in the source.
    private static let lookupLimit = 20
    /// An unreadable list counts less than one that was imported: it costs no lookups and no change.
    private static let unreadableCost = 0.1

    func response() async throws(Failure) -> Response {
        if visit.request.method != .post { return await importResult() }
        let list = Upload.text("list", visit.request).flatMap { ImportedList($0) }
        guard let list, !list.entries.isEmpty || list.invalid.isEmpty else {
            try count(Self.unreadableCost)
            throw .unreadableList
        }
        try count(1)
        // Without the favourites, the number of new heroes is unknown.
        _ = try visit.readFavourites()
        var seen = Set<Hero.ID>()
        let wanted = list.entries.filter { !visit.hasFavourite($0.id) && seen.insert($0.id).inserted }
        let (heroes, notFound) = await heroes(wanted.map(\.id))
        let now = visit.changes.now
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

    /// Counts an import for the visitor and the network; throws if it is over a limit.
    private func count(_ amount: Double) throws(Failure) {
        let (site, now) = (visit.site, visit.changes.now)
        let visitor = visit.visitor?.hash ?? visit.network
        let seconds =
            site.networkImportLimit.consume(visit.network, amount: amount, at: now)
            ?? site.importLimit.consume(visitor, amount: amount, at: now)
        guard let seconds else { return }
        throw .rateLimited("Please try again later", "Too many lists were imported.", seconds: seconds)
    }

    /// A time in the future becomes now; otherwise the hero would stay in front of all later favourites.
    private func favourite(_ hero: Hero, _ entry: ImportedList.Entry, _ now: Date) -> Favourite {
        Favourite(id: entry.id, name: hero.name, thumbnail: hero.thumbnail, added: min(entry.added ?? now, now))
    }

    /// Sorts by time; favourites of the same time keep the order of the list, by milliseconds between them.
    private func newestFirst(_ favourites: [Favourite]) -> [Favourite] {
        let sorted = favourites.enumerated().sorted { ($1.element.added, $0.offset) < ($0.element.added, $1.offset) }
        var latest = Date.distantFuture
        return sorted.map { _, favourite in
            latest = min(favourite.added, latest - 0.001)
            return Favourite(id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail, added: latest)
        }
    }

    /// Returns the heroes that are cached or that the source returned, and the numbers that the source does not have.
    /// Lookups run concurrently. They are chosen at random, so that a repeated import reaches every hero.
    private func heroes(_ ids: [Hero.ID]) async -> ([Hero.ID: Hero], notFound: Set<Hero.ID>) {
        var heroes: [Hero.ID: Hero] = [:]
        for id in ids { heroes[id] = visit.source.cachedHero(id) }
        var generator = visit.site.configuration.generator
        let lookups = ids.filter { heroes[$0] == nil }.shuffled(using: &generator).prefix(Self.lookupLimit)
        var notFound = Set<Hero.ID>()
        let requests = lookups.map { id in
            visit.pending { source async throws(HeroError) in try await source.hero(id).value }
        }
        for (id, request) in zip(lookups, requests) {
            switch await request.value {
            case .success(let hero): heroes[id] = hero
            case .failure(.notFound): notFound.insert(id)
            case .failure(let error): Failure(error, retry: visit.changes.page).cause.map(visit.log)
            }
        }
        return (heroes, notFound)
    }

    private func response(adding additions: [Favourite], _ result: ImportResult) async throws(Failure) -> Response {
        let changed = additions.isEmpty ? nil : try await visit.changes.add(additions, retry: visit.changes.page)
        guard let visitor = changed?.visitor ?? visit.visitor else {
            return visit.renderer.page(ImportView(result), status: .unprocessableContent)
        }
        await visit.changes.recordChange(additions, isAddition: true, of: visitor)
        await visit.site.orLog(
            "cannot store the result of an import",
            try await visit.site.expiringStore.store(result, .importResult, for: visitor.hash))
        guard let newest = additions.first else { return .redirect(to: Route.favourites(.importList).url) }
        let check = visitor == visit.visitor ? nil : CookieCheck(newest.id, .favourites(.importList))
        return Response.redirect(to: check?.url ?? Route.favourites(.importList).url).setting(
            visit.changes.cookies(changed))
    }

    /// Shows the result of the visitor's last import. If all heroes were added, the favourites say so.
    private func importResult() async -> Response {
        guard let visitor = visit.visitor else { return visit.changes.redirect(nil) }
        let result: ImportResult? = await visit.site.orLog(
            "cannot read the result of an import",
            try await visit.site.expiringStore.value(.importResult, for: visitor.hash))
        guard let view = result.map(ImportView.init), !view.isComplete else { return visit.changes.redirect(nil) }
        return visit.renderer.page(view)
    }
}

extension Failure {
    fileprivate static let unreadableList = Failure(
        status: .badRequest, heading: "That list can’t be read",
        sentence: "Choose a file that was exported from this site as JSON or CSV. Nothing was changed.",
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}

/// A field of a form: its text, or the first file of that name (RFC 7578).
enum Upload {
    static func text(_ name: String, _ request: Request) -> [UInt8]? {
        if let form = request.form { return form[name].map { Array($0.utf8) } }
        guard let type = request.fields[.contentType], let boundary = boundary(type) else { return nil }
        return part(name, of: request.body, boundary)
    }

    private static func boundary(_ type: String) -> [UInt8]? {
        let parts = type.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let field = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let value = field.dropFirst("boundary=".count).filter { $0 != "\"" }
        // RFC 2046, section 5.1.1.
        return (1...70).contains(value.utf8.count) ? Array("--\(value)".utf8) : nil
    }

    /// The maximum number of parts, more than any form of the site has. Ten thousand would delay other requests.
    private static let partLimit = 20

    private static func part(_ name: String, of body: [UInt8], _ boundary: [UInt8]) -> [UInt8]? {
        // The text before the first boundary and after the last part is ignored.
        let parts = body.split(separator: boundary, maxSplits: partLimit + 1, omittingEmptySubsequences: false)
        for part in parts.dropFirst().prefix(partLimit) {
            // The parameter `name`, not the end of another one such as `filename`.
            guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)),
                part[..<end.lowerBound].contains(Array("; name=\"\(name)\"".utf8))
            else { continue }
            // The line break before a boundary belongs to the boundary.
            let text = part[end.upperBound...].dropLast(2)
            if !text.isEmpty { return Array(text) }
        }
        return nil
    }
}
