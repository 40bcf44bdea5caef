import HTML

/// A code for another device, the place to type it, or the question whether to join two lists.
struct MoveView: PageView {
    static let template = "move"

    var frame: FrameView
    /// The new code, or on the device that it was made on; nil otherwise.
    private var code: String?
    /// The address to type it at.
    private var link: SafeURL?
    private var isOwn = false
    /// The two lists, if it is to be asked whether to join them.
    private var lists: ListsView?
    private var typed = ""
    private var isRefused = false

    private init(title: String = "Favourites on another device") {
        frame = FrameView(title: title)
        frame.isUnlisted = true
        frame.place = .favourites
    }

    static var asking: MoveView { MoveView() }

    init(new code: String, _ origin: Origin?) {
        self.init()
        self.code = code
        link = origin?.url(.move(code: code))
    }

    /// The code was made on this very device.
    init(own code: String) {
        self.init()
        self.code = code
        isOwn = true
    }

    /// Each list as a number of heroes; the device's own is nil without any.
    init(joining code: String, others: String, own: String?) {
        self.init(title: "Join the two lists?")
        lists = ListsView(code: code, others: others, own: own)
    }

    init(refused typed: String) {
        self.init()
        self.typed = typed
        isRefused = true
    }

    static let fields: [Field<MoveView>] = [
        .view("frame", \.frame),
        .text("heading", \.frame.title),
        .optionalText("code", \.code),
        .optionalURL("link", \.link),
        .flag("isOwn", \.isOwn),
        .optionalView("lists", \.lists),
        .flag("isAsking") { $0.code == nil && $0.lists == nil },
        .text("typed", \.typed),
        .flag("isRefused", \.isRefused),
        .url("move") { _ in Route.move(code: nil).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    static let examples = [
        Example("a new code", MoveView(new: "7Q2MX-0TB4K", nil)), Example("asking", asking),
        Example("refused", MoveView(refused: "\"><script>")), Example("own", MoveView(own: "7Q2MX-0TB4K")),
        Example("joining", MoveView(joining: "7Q2MX-0TB4K", others: "12 heroes", own: "1 hero")),
        Example("joining from nothing", MoveView(joining: "7Q2MX-0TB4K", others: "12 heroes", own: nil)),
    ]
}

/// Two lists that a code can join.
struct ListsView: View {
    let code: String
    let others: String
    let own: String?

    static let fields: [Field<ListsView>] = [
        .text("joiningCode", \.code), .text("others", \.others), .optionalText("own", \.own),
    ]
}
