import HTML
import HTTP
import HTTPTypes
import Heroes
import QRCode

/// `/favourites/code`: creates a code that gives another device this list, once and within ten minutes, with POST, or
/// shows the visitor's code. Its own address is without the code, so that it can be reloaded and shared.
struct CodePage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        guard let visitor = visit.visitor else { return visit.changes.redirect(nil) }
        if visit.request.method == .post {
            guard try !visit.readFavourites().isEmpty else { return visit.changes.redirect(nil) }
            let code = TransferCode.generate(random: visit.site.configuration.random())
            try await visit.changes.failing(
                retry: visit.changes.page, await visit.site.transferCodes.store(code, of: visitor))
            return .redirect(to: Route.favourites(.code).url)
        }
        guard
            let code = try await visit.changes.failing(
                retry: visit.changes.page, await visit.site.transferCodes.code(of: visitor))
        else {
            return visit.changes.redirect(nil)
        }
        let link = visit.origin?.url(.favourites(.move(code: code)))
        return visit.renderer.page(CodeView(code, link: link))
    }
}

/// The page of a new transfer code.
struct CodeView: PageView {
    static let template = "code"

    var layout = LayoutView(title: "Favourites on another device")
    let code: String
    /// The address that contains the code.
    let link: SafeURL?
    let qrCode: QRCodeView?

    init(_ code: String, link: SafeURL?) {
        (self.code, self.link) = (code, link)
        qrCode = link.flatMap { QRCodeView($0.string) }
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    static let fields: [Field<CodeView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .text("code", \.code),
        .optionalURL("link", \.link),
        .optionalView("qrCode", \.qrCode),
        .url("share") { $0.link ?? Route.favourites(.move(code: $0.code)).url },
        .url("move") { _ in Route.favourites(.move(code: nil)).url },
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
