import HTML

/// A code for another device, the place to type it, or the question whether to join two lists.
struct MoveView: PageView {
    static let template = "move"

    var frame: FrameView
    /// The new code, or on the device that it was made on; nil otherwise.
    let code: String?
    /// The address to type it at.
    let link: SafeURL?
    let isOwn: Bool
    /// The two lists, if it is to be asked whether to join them.
    let lists: ListsView?
    /// What was typed and is no code that works.
    let refused: String?

    /// Asks for a code if nothing is given.
    init(
        code: String? = nil, link: SafeURL? = nil, isOwn: Bool = false, lists: ListsView? = nil, refused: String? = nil
    ) {
        (self.code, self.link, self.isOwn, self.lists, self.refused) = (code, link, isOwn, lists, refused)
        frame = FrameView(title: lists == nil ? "Favourites on another device" : "Join the two lists?")
        frame.isUnlisted = true
        frame.place = .favourites
    }

    static let fields: [Field<MoveView>] = [
        .view("frame", \.frame),
        .text("heading", \.frame.title),
        .optionalText("code", \.code),
        .optionalURL("link", \.link),
        .flag("isOwn", \.isOwn),
        .optionalView("lists", \.lists),
        .flag("isAsking") { $0.code == nil && $0.lists == nil },
        .text("typed") { $0.refused ?? "" },
        .flag("isRefused") { $0.refused != nil },
        .url("move") { _ in Route.move(code: nil).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    static let examples = [
        Example("a new code", MoveView(code: "7Q2MX-0TB4K")), Example("asking", MoveView()),
        Example("refused", MoveView(refused: "\"><script>")),
        Example("own", MoveView(code: "7Q2MX-0TB4K", isOwn: true)),
        Example("joining", MoveView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: "1 hero"))),
        Example(
            "joining from nothing",
            MoveView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: nil))),
    ]
}

/// Two lists that a code can join, each as a number of heroes; the device's own is nil without any.
struct ListsView: View {
    let code: String
    let others: String
    let own: String?

    static let fields: [Field<ListsView>] = [
        .text("joiningCode", \.code), .text("others", \.others), .optionalText("own", \.own),
    ]
}
