import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `POST /favourites/import`: adds an exported list to what is there.
struct FavouritesImport {
    let toggle: FavouriteToggle
    /// When the source last had no answer about a hero, be it that there is none.
    let misses: Passing<Hero.ID, Date>

    /// The most heroes of a list that the source is asked for, because nobody has met them yet.
    static let askLimit = 20

    private var stage: Stage { toggle.stage }
    private var now: Date { toggle.surroundings.now() }
    private let page = Route.favourites(page: 1)

    init(toggle: FavouriteToggle, misses: Passing<Hero.ID, Date>) { (self.toggle, self.misses) = (toggle, misses) }

    func respond(_ visit: Visit) async throws(Failure) -> Response {
        guard let text = Upload.text("list", visit.request), let list = FavouriteEntries(text),
            !list.entries.isEmpty || list.bad.isEmpty
        else {
            throw .unreadableList
        }
        // Without them nobody can say what is new.
        _ = try visit.readFavourites()
        var seen = Set<Hero.ID>()
        let wanted = list.entries.filter { !visit.keeps($0.id) && seen.insert($0.id).inserted }
        let heroes = await heroes(wanted.map(\.id))
        let fresh = wanted.compactMap { entry in heroes[entry.id].map { favourite($0, entry) } }
        let missing = wanted.filter { heroes[$0.id] == nil }.map { ($0.place, "\($0.place) (hero \($0.id))") }
        let bad = (list.bad.map { ($0, "\($0)") } + missing).sorted { $0.0.number < $1.0.number }.map(\.1)
        let view = ImportView(added: fresh.count, known: list.entries.count - wanted.count, bad: bad)
        return try await response(view, adding: fresh, visit)
    }

    /// A time to come would keep the hero before all that are added later.
    private func favourite(_ hero: Hero, _ entry: FavouriteEntries.Entry) -> Favourite {
        Favourite(id: entry.id, name: hero.name, thumbnail: hero.thumbnail, added: min(entry.added ?? now, now))
    }

    /// Those of the heroes that were met lately, or that the source knows: it is asked for a few side by side, first for
    /// those it was never asked for in vain, so that each has a turn in a list that is imported again.
    private func heroes(_ ids: [Hero.ID]) async -> [Hero.ID: Hero] {
        var heroes: [Hero.ID: Hero] = [:]
        for id in ids { heroes[id] = stage.source.known(id) }
        let unmet = ids.filter { heroes[$0] == nil }.map { (id: $0, missed: misses.value(for: $0, now: now)) }
        let asked = unmet.sorted { ($0.missed ?? .distantPast) < ($1.missed ?? .distantPast) }.prefix(Self.askLimit)
        let answers = asked.map { [source = stage.source] (id, _) in
            (id, Answer { () async throws(HeroError) in try await source.hero(id).value })
        }
        for (id, answer) in answers {
            switch await answer.result {
            case .success(let hero): heroes[id] = hero
            case .failure(let error):
                // The visitor is told the line.
                misses.keep(now, for: id, now: now)
                if let cause = Failure(error, retry: page).cause { stage.log(cause) }
            }
        }
        return heroes
    }

    private func response(
        _ view: ImportView, adding fresh: [Favourite], _ visit: Visit
    ) async throws(Failure) -> Response {
        guard !fresh.isEmpty else { return stage.renderer.page(view, visit) }
        let keeper = try await toggle.add(fresh, visit, retry: page)
        // The page counts them; where they cannot be read just now, it says so.
        let kept = try? await toggle.favourites.kept(by: keeper)
        let visit = Visit(request: visit.request, visitor: keeper, favourites: kept, nonce: visit.nonce)
        var response = stage.renderer.page(view, visit)
        for cookie in toggle.cookies(keeper) { response.fields.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}

extension Failure {
    fileprivate static let unreadableList = Failure(
        status: .badRequest, heading: "That list cannot be read",
        sentence: "Choose a file that was exported here, JSON or CSV. Nothing was changed.",
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
