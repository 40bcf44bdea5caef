import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites/move`: shows the form for a code. With a code, GET and POST ask for confirmation, since a link may contain
/// another visitor's code. Only a confirmed POST joins the lists.
struct MovePage {
    let visit: Visit
    let code: String?

    func response() async throws(Failure) -> Response {
        var (typed, isConfirmed) = (code, false)
        if visit.request.method == .post {
            guard let form = visit.request.form, !form.hasMultiple("code"), let text = form["code"] else {
                throw .badForm
            }
            (typed, isConfirmed) = (text, form["join"] == "yes")
        }
        guard let typed else { return visit.renderer.page(MoveView()) }
        // A picture or a script of another site must not use up this network's codes.
        guard visit.request.method == .post || visit.request.isNavigation else {
            return visit.renderer.page(MoveView(typed: typed))
        }
        let own = try visit.readFavourites()
        guard let code = TransferCode.parse(typed), let visitor = try await visitor(of: code) else {
            return rejection(of: typed)
        }
        if visitor == visit.visitor { return visit.renderer.page(MoveView(code: code)) }
        if isConfirmed { return try await join(visitor, code, own) ?? rejection(of: typed) }
        let others = try await visit.changes.failing(
            retry: .favourites(.move(code: code)), await visit.site.favourites.favourites(of: visitor))
        let lists = ListsView(
            code: code, others: Hero.count(others.list.count),
            own: own.isEmpty ? nil : Hero.count(own.count))
        return visit.renderer.page(MoveView(lists: lists))
    }

    /// Returns the visitor of the code, or nil if the code is invalid. Wrong codes are limited per network, so that
    /// codes cannot be guessed.
    private func visitor(of code: String) async throws(Failure) -> Visitor? {
        if let seconds = visit.site.wrongCodeLimit.consume(visit.network, at: visit.changes.now) {
            throw .rateLimited(
                "Please try again later", "Too many wrong codes were entered from your network.", seconds: seconds)
        }
        let visitor = try await visit.changes.failing(
            retry: .favourites(.move(code: code)), await visit.site.transferCodes.visitor(of: code))
        guard let visitor else { return nil }
        visit.site.wrongCodeLimit.refund(visit.network, at: visit.changes.now)
        return visitor
    }

    /// Moves this device to the visitor's list and adds its own favourites. Returns nil if the code was used in between
    /// or the visitor was deleted.
    private func join(_ visitor: Visitor, _ code: String, _ own: [Favourite]) async throws(Failure) -> Response? {
        guard
            try await visit.changes.failing(retry: visit.changes.page, await visit.site.transferCodes.take(code))
                == visitor
        else { return nil }
        do {
            let update = try await visit.changes.failing(
                retry: visit.changes.page, await visit.site.favourites.add(own, forExisting: visitor))
            return update.map { visit.changes.redirect(ChangedVisitor(visitor, $0)) }
        } catch {
            await visit.site.orLog(
                "cannot make a transfer code valid again", try await visit.site.transferCodes.store(code, of: visitor))
            throw error
        }
    }

    private func rejection(of typed: String) -> Response {
        visit.renderer.page(MoveView(typed: typed, isRejected: true), status: .unprocessableContent)
    }
}

/// The page of the form for a transfer code, or of the confirmation to join two lists.
struct MoveView: PageView {
    static let template = "move"

    var layout: LayoutView
    /// The visitor's own code, which was typed on the device that created it.
    let code: String?
    /// The two lists, if the visitor has to confirm that they are joined.
    let lists: ListsView?
    /// The input that is not a valid code, or not checked yet.
    let typed: String?
    let isRejected: Bool

    /// Shows the form for a code without arguments.
    init(code: String? = nil, lists: ListsView? = nil, typed: String? = nil, isRejected: Bool = false) {
        (self.code, self.lists, self.typed, self.isRejected) = (code, lists, typed, isRejected)
        layout = LayoutView(
            title: lists.map { $0.own == nil ? "Open this list here?" : "Join the two lists?" }
                ?? "Favourites on another device")
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    static let fields: [Field<MoveView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .optionalText("code", \.code),
        .optionalView("lists", \.lists),
        .flag("isAsking") { $0.code == nil && $0.lists == nil },
        .text("typed") { $0.typed ?? "" },
        .flag("isRejected", \.isRejected),
        .url("move") { _ in Route.favourites(.move(code: nil)).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]
}

/// The two lists that a code joins, each as a number of heroes; `own` is nil if it is empty.
struct ListsView: View {
    let code: String
    let others: String
    let own: String?

    static let fields: [Field<ListsView>] = [
        .text("joiningCode", \.code), .text("others", \.others), .optionalText("own", \.own),
    ]
}
