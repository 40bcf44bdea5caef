import HTML

/// A code for another device, the place to type it, or the question whether to join two lists.
struct TransferView: PageView {
    static let template = "transfer"

    var layout: LayoutView
    /// The new code, or on the device that it was made on; nil otherwise.
    let code: String?
    /// The address to type it at.
    let link: SafeURL?
    let isOwn: Bool
    /// The two lists, if it is to be asked whether to join them.
    let lists: ListsView?
    /// What was typed and is no code that works.
    let rejected: String?

    /// Asks for a code if nothing is given.
    init(
        code: String? = nil, link: SafeURL? = nil, isOwn: Bool = false, lists: ListsView? = nil, rejected: String? = nil
    ) {
        (self.code, self.link, self.isOwn, self.lists, self.rejected) = (code, link, isOwn, lists, rejected)
        layout = LayoutView(title: lists == nil ? "Favourites on another device" : "Join the two lists?")
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    static let fields: [Field<TransferView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .optionalText("code", \.code),
        .optionalURL("link", \.link),
        .flag("isOwn", \.isOwn),
        .optionalView("lists", \.lists),
        .flag("isAsking") { $0.code == nil && $0.lists == nil },
        .text("typed") { $0.rejected ?? "" },
        .flag("isRejected") { $0.rejected != nil },
        .url("transfer") { _ in Route.transfer(code: nil).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    static let examples = [
        Example("new code", TransferView(code: "7Q2MX-0TB4K")), Example("asking", TransferView()),
        Example("rejected code", TransferView(rejected: "\"><script>")),
        Example("own code", TransferView(code: "7Q2MX-0TB4K", isOwn: true)),
        Example("joining", TransferView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: "1 hero"))),
        Example(
            "joining without a list",
            TransferView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: nil))),
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
