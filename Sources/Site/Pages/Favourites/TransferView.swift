import HTML
import QRCode

/// The page for a transfer: a new code, the form for a code, or the confirmation to join two lists.
struct TransferView: PageView {
    static let template = "transfer"

    var layout: LayoutView
    /// The new code, or the visitor's own code if it was typed on the device that created it.
    let code: String?
    /// The address that contains the code.
    let link: SafeURL?
    let qrCode: QRCodeView?
    let isOwn: Bool
    /// The two lists, if the visitor has to confirm that they are joined.
    let lists: ListsView?
    /// The input that is not a valid code, or not checked yet.
    let typed: String?
    let isRejected: Bool

    /// Shows the form for a code without arguments.
    init(
        code: String? = nil, link: SafeURL? = nil, isOwn: Bool = false, lists: ListsView? = nil, typed: String? = nil,
        isRejected: Bool = false
    ) {
        (self.code, self.link, self.isOwn, self.lists) = (code, link, isOwn, lists)
        (self.typed, self.isRejected) = (typed, isRejected)
        qrCode = link.flatMap { QRCodeView($0.string) }
        layout = LayoutView(
            title: lists.map { $0.own == nil ? "Open this list here?" : "Join the two lists?" }
                ?? "Favourites on another device")
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    static let fields: [Field<TransferView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .optionalText("code", \.code),
        .optionalURL("link", \.link),
        .optionalView("qrCode", \.qrCode),
        .url("share") { $0.link ?? Route.transfer(code: $0.code).url },
        .flag("isOwn", \.isOwn),
        .optionalView("lists", \.lists),
        .flag("isAsking") { $0.code == nil && $0.lists == nil },
        .text("typed") { $0.typed ?? "" },
        .flag("isRejected", \.isRejected),
        .url("transfer") { _ in Route.transfer(code: nil).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    static let examples = [
        Example("new code", TransferView(code: "7Q2MX-0TB4K", link: .path("/favourites/move?code=7Q2MX-0TB4K"))),
        Example("new code without a Host", TransferView(code: "7Q2MX-0TB4K")), Example("asking", TransferView()),
        Example("rejected code", TransferView(typed: "\"><script>", isRejected: true)),
        Example("own code", TransferView(code: "7Q2MX-0TB4K", isOwn: true)),
        Example("joining", TransferView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: "1 hero"))),
        Example(
            "joining without a list",
            TransferView(lists: ListsView(code: "7Q2MX-0TB4K", others: "12 heroes", own: nil))),
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

/// A QR code as an inline SVG.
struct QRCodeView: View {
    private let code: QRCode

    /// The width of the light margin in modules (ISO/IEC 18004, section 6.3.8).
    private static let margin = 4

    init?(_ text: String) {
        guard let code = QRCode(text) else { return nil }
        self.code = code
    }

    static let fields: [Field<QRCodeView>] = [
        .text("path", \.code.path),
        .text("viewBox") { view in
            let width = view.code.width + 2 * margin
            return "-\(margin) -\(margin) \(width) \(width)"
        },
    ]
}
