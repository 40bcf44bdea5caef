import HTTP
import HTTPTypes
import Heroes

extension FavouritesActions {
    /// Creates a code that gives another device this list, once and within ten minutes (`POST /favourites/code`), or
    /// shows the visitor's code. Its own address is without the code, so that it can be reloaded and shared.
    func transferCode() async throws(Failure) -> Response {
        guard let visitor = context.visitor else { return redirect(nil) }
        if context.http.method == .post {
            guard try !context.readFavourites().isEmpty else { return redirect(nil) }
            let code = TransferCode.generate(random: site.configuration.random())
            try await failing(retry: page, await site.transferCodes.store(code, of: visitor))
            return .redirect(to: Route.transferCode.url)
        }
        guard let code = try await failing(retry: page, await site.transferCodes.code(of: visitor)) else {
            return redirect(nil)
        }
        let link = context.origin?.url(.transfer(code: code))
        return context.page(TransferView(code: code, link: link))
    }

    /// Shows the form for a code (`/favourites/move`). With a code, GET and POST ask for confirmation, since a link may
    /// contain another visitor's code. Only a confirmed POST joins the lists.
    func transfer(_ code: String?) async throws(Failure) -> Response {
        var (typed, isConfirmed) = (code, false)
        if context.http.method == .post {
            guard let form = context.http.form, !form.hasMultiple("code"), let text = form["code"] else {
                throw .badForm
            }
            (typed, isConfirmed) = (text, form["join"] == "yes")
        }
        guard let typed else { return context.page(TransferView()) }
        // A picture or a script of another site must not use up this network's codes.
        guard context.http.method == .post || context.http.isNavigation else {
            return context.page(TransferView(typed: typed))
        }
        let own = try context.readFavourites()
        guard let code = TransferCode.parse(typed), let visitor = try await visitor(of: code) else {
            return rejection(of: typed)
        }
        if visitor == context.visitor { return context.page(TransferView(code: code, isOwn: true)) }
        if isConfirmed { return try await join(visitor, code, own) ?? rejection(of: typed) }
        let others = try await failing(retry: .transfer(code: code), await site.favourites.favourites(of: visitor))
        let lists = ListsView(
            code: code, others: Hero.count(others.list.count),
            own: own.isEmpty ? nil : Hero.count(own.count))
        return context.page(TransferView(lists: lists))
    }

    /// Returns the visitor of the code, or nil if the code is invalid. Wrong codes are limited per network, so that
    /// codes cannot be guessed.
    private func visitor(of code: String) async throws(Failure) -> Visitor? {
        if let seconds = site.wrongCodeLimit.consume(context.network, at: now) {
            throw .rateLimited(
                "Please try again later", "Too many wrong codes were entered from your network.", seconds: seconds)
        }
        let visitor = try await failing(retry: .transfer(code: code), await site.transferCodes.visitor(of: code))
        guard let visitor else { return nil }
        site.wrongCodeLimit.refund(context.network, at: now)
        return visitor
    }

    /// Moves this device to the visitor's list and adds its own favourites. Returns nil if the code was used in between
    /// or the visitor was deleted.
    private func join(_ visitor: Visitor, _ code: String, _ own: [Favourite]) async throws(Failure) -> Response? {
        guard try await failing(retry: page, await site.transferCodes.take(code)) == visitor else { return nil }
        do {
            let update = try await failing(retry: page, await site.favourites.add(own, forExisting: visitor))
            return update.map { redirect(ChangedVisitor(visitor, $0)) }
        } catch {
            await site.orLog(
                "cannot make a transfer code valid again", try await site.transferCodes.store(code, of: visitor))
            throw error
        }
    }

    private func rejection(of typed: String) -> Response {
        context.page(TransferView(typed: typed, isRejected: true), status: .unprocessableContent)
    }
}
