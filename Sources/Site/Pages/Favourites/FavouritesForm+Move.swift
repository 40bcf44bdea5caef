import HTTP
import HTTPTypes
import Heroes

extension FavouritesForm {
    /// `POST /favourites/code`: a code that leads another device to this list, once and within ten minutes.
    func code() throws(Failure) -> Response {
        guard let visitor = visit.visitor, try !visit.readFavourites().isEmpty else { return redirect(nil) }
        let code = MoveCode.new(random: site.surroundings.random())
        site.codes.keepOnly(visitor, for: code, now: now)
        let link = site.configuration.origin(of: visit.request)?.url(.move(code: code))
        return stage.renderer.page(MoveView(code: code, link: link), visit)
    }

    /// `GET /favourites/move` asks for the code of another device; with one, by GET or POST, it asks whether to join the
    /// two lists, since a link may hold another visitor's code. Only `POST` with that answer joins them.
    func move(_ code: String?) async throws(Failure) -> Response {
        var (typed, isSure) = (code, false)
        if visit.request.method == .post {
            guard let form = visit.request.form, !form.hasRepeated("code"), let text = form["code"] else {
                throw .badForm
            }
            (typed, isSure) = (text, form["join"] == "yes")
        }
        guard let typed else { return stage.renderer.page(MoveView(), visit) }
        let own = try visit.readFavourites()
        guard let code = MoveCode.read(typed), let visitor = try visitor(of: code) else { return refusal(of: typed) }
        if visitor == visit.visitor { return stage.renderer.page(MoveView(code: code, isOwn: true), visit) }
        if isSure { return try await join(visitor, code, own) ?? refusal(of: typed) }
        let others = try await store(retry: .move(code: code)) { (store) throws(FavouritesError) in
            try await store.favourites(of: visitor)
        }
        let lists = ListsView(
            code: code, others: stage.count(others.list.count), own: own.isEmpty ? nil : stage.count(own.count))
        return stage.renderer.page(MoveView(lists: lists), visit)
    }

    /// Returns the visitor whose code it is; nil if there is none. Codes cannot be tried out: of wrong ones a network has
    /// few in an hour.
    private func visitor(of code: String) throws(Failure) -> Visitor? {
        if let seconds = site.wrongCodes.take(network, at: now) {
            throw .overLimit(
                "Too many wrong codes",
                """
                Many codes that do not work came from your network within the hour. Nothing was changed. Please try again \
                in
                """, seconds: seconds)
        }
        guard let visitor = site.codes.value(for: code, now: now) else { return nil }
        site.wrongCodes.giveBack(network, at: now)
        return visitor
    }

    /// Joins this device to the visitor's list; what it had goes along. Returns nil if the code was used in between, or the
    /// visitor is forgotten.
    private func join(_ visitor: Visitor, _ code: String, _ own: [Favourite]) async throws(Failure) -> Response? {
        guard site.codes.take(code, now: now) != nil else { return nil }
        do {
            return try await add(own, forKnown: visitor, retry: page) ? redirect(visitor) : nil
        } catch {
            site.codes.keep(visitor, for: code, now: now)
            throw error
        }
    }

    private func refusal(of typed: String) -> Response {
        stage.renderer.page(MoveView(refused: typed), status: .unprocessableContent, visit)
    }
}
