import CQREncode

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
package struct QRCode: Sendable {
    /// The number of modules per side.
    package let width: Int
    /// The rows one after another; true for a dark module.
    package let modules: [Bool]

    /// Returns nil if the text exceeds the capacity of a QR code, 2,331 bytes.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The dark modules as the path of an SVG element, with one unit per module.
    package var path: String {
        var path = ""
        for (y, x) in (0..<width).flatMap({ y in (0..<width).map { (y, $0) } }) where isDark(x, y) && !isDark(x - 1, y)
        {
            let end = (x..<width).first { !isDark($0, y) } ?? width
            path += "M\(x) \(y)H\(end)v1H\(x)z"
        }
        return path
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool { x >= 0 && modules[y * width + x] }
}
