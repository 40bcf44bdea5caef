import HTML
import QRCode

/// A QR code as an inline SVG.
struct QRCodeView: View {
    private let code: QRCode

    /// The width of the light margin in modules (ISO/IEC 18004, section 6.3.8).
    private static let margin = 4

    /// Returns nil if the text is too long.
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
