import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// What changes many favourites at once: all removed, some brought back, a device joined.
struct FavouritesChange {
    let toggle: FavouriteToggle
    let codes: ExpiringCache<String, Visitor>
    let wrongCodes: NetworkLimit

    private var stage: Stage { toggle.stage }
    private var now: Date { toggle.surroundings.now() }
    private let page = Route.favourites(page: 1)

    init(toggle: FavouriteToggle, codes: ExpiringCache<String, Visitor>, wrongCodes: NetworkLimit) {
        (self.toggle, self.codes, self.wrongCodes) = (toggle, codes, wrongCodes)
    }

    /// `POST /favourites/clear`
    func removeAll(_ visit: Visit) async throws(Failure) -> Response {
        guard let visitor = visit.visitor else { return toggle.redirect(page, nil) }
        let heroes = try visit.readFavourites().map(\.id)
        let favourites = toggle.favourites
        // Also if none is seen: only the store acknowledges that.
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

    /// `GET /favourites/move` asks for the code of another device; with one, by GET or POST, it asks whether to join the
    /// two lists, since a link may hold anybody's code. Only `POST` with that answer joins them.
    func move(_ code: String?, _ visit: Visit) async throws(Failure) -> Response {
        var (typed, isSure) = (code, false)
        if visit.request.method == .post {
            guard let form = visit.request.form, !form.hasRepeated("code"), let text = form["code"] else {
                throw .badForm
            }
            (typed, isSure) = (text, form["join"] == "yes")
        }
        guard let typed else { return stage.renderer.page(MoveView.asking, visit) }
        let own = try visit.readFavourites()
        guard let code = MoveCode.read(typed), let visitor = try visitor(of: code, visit) else {
            return refusal(of: typed, visit)
        }
        if visitor == visit.visitor { return stage.renderer.page(MoveView(own: code), visit) }
        if isSure { return try await join(visitor, code, own, visit) ?? refusal(of: typed, visit) }
        let favourites = toggle.favourites
        let others = try await toggle.store(retry: .move(code: code)) { () throws(FavouritesError) in
            try await favourites.kept(by: visitor)
        }
        let view = MoveView(
            joining: code, others: stage.count(others.list.count), own: own.isEmpty ? nil : stage.count(own.count))
        return stage.renderer.page(view, visit)
    }

    /// Returns the visitor whose code it is; nil if it is nobody's. Codes cannot be tried out: of wrong ones a network has
    /// few in an hour.
    private func visitor(of code: String, _ visit: Visit) throws(Failure) -> Visitor? {
        let client = visit.request.client(behind: stage.configuration.trustedProxies)
        if let seconds = wrongCodes.admit(client, now: now) { throw .tooManyCodes(seconds: seconds) }
        guard let visitor = codes.value(for: code, now: now) else { return nil }
        wrongCodes.withdraw(client, now: now)
        return visitor
    }

    /// Joins this device to the visitor's list; what it had goes along. Returns nil if the code is used up meanwhile, or the
    /// visitor is forgotten.
    private func join(
        _ visitor: Visitor, _ code: String, _ own: [Favourite], _ visit: Visit
    ) async throws(Failure) -> Response? {
        guard codes.take(code, now: now) != nil else { return nil }
        let favourites = toggle.favourites
        do {
            let isKnown = try await toggle.store(retry: page) { () throws(FavouritesError) in
                try await favourites.add(own, forKnown: visitor)
            }
            return isKnown ? toggle.redirect(page, visitor) : nil
        } catch {
            codes.keep(visitor, for: code, now: now)
            throw error
        }
    }

    private func refusal(of typed: String, _ visit: Visit) -> Response {
        stage.renderer.page(MoveView(refused: typed), status: .unprocessableContent, visit)
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

    fileprivate static func tooManyCodes(seconds: Int) -> Failure {
        .overLimit(
            "Too many wrong codes",
            "Many codes that do not work came from your network within the hour. Nothing was changed.", seconds: seconds
        )
    }
}
