import HTML

/// A code for another device, or the place to type it.
package struct MoveView: PageView {
    package static let template = "move"

    package var frame = FrameView(title: "Favourites on another device")
    /// The new code; nil where one is asked for.
    let code: String?
    let link: SafeURL?
    let typed: String
    let isRefused: Bool

    private init(code: String?, link: SafeURL?, typed: String, isRefused: Bool) {
        (self.code, self.link, self.typed, self.isRefused) = (code, link, typed, isRefused)
        frame.isUnlisted = true
        frame.place = .favourites
    }

    init(new code: String, _ origin: Origin?) {
        self.init(code: code, link: origin?.url(.move(code: code)), typed: "", isRefused: false)
    }

    init(typed: String) { self.init(code: nil, link: nil, typed: typed, isRefused: false) }

    init(refused typed: String) { self.init(code: nil, link: nil, typed: typed, isRefused: true) }

    package static let fields: [Field<MoveView>] = [
        .view("frame", \.frame),
        .optionalText("code", \.code),
        .optionalURL("link", \.link),
        .text("typed", \.typed),
        .flag("isRefused", \.isRefused),
        .url("move") { _ in Route.move(code: nil).url },
    ]

    package static let examples = [
        Example("a new code", MoveView(new: "7Q2MX-0TB4K", nil)), Example("asking", MoveView(typed: "")),
        Example("refused", MoveView(refused: "\"><script>")),
    ]
}
