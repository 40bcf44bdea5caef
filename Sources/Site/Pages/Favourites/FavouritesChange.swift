import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// What changes many favourites at once: all removed, some brought back, a device joined.
struct FavouritesChange {
    let toggle: FavouriteToggle
    let codes: Passing<String, Visitor>

    private var stage: Stage { toggle.stage }
    private var now: Date { toggle.surroundings.now() }
    private let page = Route.favourites(page: 1)

    init(toggle: FavouriteToggle, codes: Passing<String, Visitor>) { (self.toggle, self.codes) = (toggle, codes) }

    /// `POST /favourites/clear`
    func removeAll(_ visit: Visit) async throws(Failure) -> Response {
        guard let visitor = visit.visitor else { return toggle.redirect(page, nil) }
        let heroes = try visit.readFavourites().map(\.id)
        let favourites = toggle.favourites
        // Also where none is seen: that may be what another process has refused, and acknowledged it is by the store only.
        let before = try await toggle.store(retry: page) { () throws(FavouritesError) in
            try await favourites.remove(heroes, for: visitor)
        }
        toggle.note(before.filter { visit.keeps($0.id) }, of: visitor)
        return toggle.redirect(page, before.isEmpty ? nil : visitor)
    }

    /// `POST /favourites/undo`: brings back what a page tells of as removed, at its old places; what was removed last
    /// where the form tells of nothing.
    func undo(_ visit: Visit) async throws(Failure) -> Response {
        let removals = visit.visitor.flatMap { toggle.removals.value(for: $0, now: now) } ?? Removals()
        var removal = removals.last(missedBy: visit)
        if let form = visit.request.form, let text = form["removal"] {
            guard !form.hasRepeated("removal"), let number = Int(text) else { throw .badForm }
            removal = removals[number]
        }
        guard let visitor = visit.visitor, let removal else { throw .pastUndo }
        let favourites = toggle.favourites
        // Whoever was forgotten meanwhile does not come back by an undo.
        let isKnown = try await toggle.store(retry: page) { () throws(FavouritesError) in
            try await favourites.add(removal.favourites, forKnown: visitor)
        }
        guard isKnown else { throw .pastUndo }
        return toggle.redirect(page, visitor)
    }

    /// `POST /favourites/code`: a code that leads another device to this list, once and within ten minutes.
    func code(_ visit: Visit) throws(Failure) -> Response {
        guard let visitor = visit.visitor, try !visit.readFavourites().isEmpty else {
            return toggle.redirect(page, nil)
        }
        let code = MoveCode.new(random: toggle.surroundings.random())
        codes.keepOnly(visitor, for: code, now: now)
        return stage.renderer.page(MoveView(new: code, stage.configuration.origin(of: visit.request)), visit)
    }

    /// `GET /favourites/move` asks for the code, `POST` joins this device to the list; what it had goes along.
    func move(_ code: String?, _ visit: Visit) async throws(Failure) -> Response {
        guard visit.request.method == .post else { return stage.renderer.page(MoveView(typed: code ?? ""), visit) }
        guard let form = visit.request.form, !form.hasRepeated("code"), let typed = form["code"] else { throw .badForm }
        let own = try visit.readFavourites()
        let favourites = toggle.favourites
        if let code = MoveCode.read(typed), let visitor = codes.take(code, now: now) {
            do {
                // Whoever was forgotten meanwhile does not come back by a code.
                let isKnown = try await toggle.store(retry: page) { () throws(FavouritesError) in
                    try await favourites.add(own, forKnown: visitor)
                }
                if isKnown { return toggle.redirect(page, visitor) }
            } catch {
                codes.keep(visitor, for: code, now: now)
                throw error
            }
        }
        return stage.renderer.page(MoveView(refused: typed), status: .unprocessableContent, visit)
    }
}

extension Failure {
    fileprivate static let pastUndo = Failure(
        status: .conflict, heading: "That cannot be undone any more",
        sentence: """
            What was removed can be brought back for ten minutes, unless much else is removed after it. Your favourites \
            are as they were.
            """,
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
