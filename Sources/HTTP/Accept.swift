import Basics
import HTTPTypes

/// Which media types a client wants, and how much (RFC 9110 section 12.5.1).
package struct Accept: Sendable {
    private var ranges: [Range] = []

    private struct Range: Sendable {
        let type: String
        let subtype: String
        /// Thousandths, 0 to 1000.
        let quality: Int
    }

    /// A range that is malformed does not count.
    package init(_ request: Request) {
        for field in request.fields[values: .accept] {
            ranges += field.utf8.split(separator: UInt8(ascii: ",")).compactMap(Self.range)
        }
    }

    /// Whether JSON is wanted more than HTML; at equal quality a type that is named is wanted more than one that is
    /// only covered by `*/*`.
    package var prefersJSON: Bool {
        let html = weight("text", "html")
        return ["json", "problem+json"].contains { subtype in
            let json = weight("application", subtype)
            return json.quality > 0 && json > html
        }
    }

    /// The quality by the most specific range that covers the type (0 where none does), and how specific that is.
    private func weight(_ type: String, _ subtype: String) -> (quality: Int, specificity: Int) {
        let covering = ranges.compactMap { range -> (quality: Int, specificity: Int)? in
            switch (range.type, range.subtype) {
            case (type, subtype): (range.quality, 3)
            case (type, "*"): (range.quality, 2)
            case ("*", "*"): (range.quality, 1)
            default: nil
            }
        }
        return covering.max { $0.specificity < $1.specificity } ?? (0, 0)
    }

    private static func range(_ piece: Substring.UTF8View) -> Range? {
        let parts = piece.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let names = (parts.first ?? piece).trimmingBlanks()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isToken) }) else {
            return nil
        }
        let weight = parts.dropFirst().map { $0.trimmingBlanks() }.first { $0.prefix(2).equalsIgnoringCase("q=") }
        guard let quality = weight.map({ QualityValue.thousandths($0.dropFirst(2)) }) ?? 1000 else { return nil }
        return Range(type: lowercased(names[0]), subtype: lowercased(names[1]), quality: quality)
    }

    private static func lowercased(_ name: Substring.UTF8View) -> String {
        String(decoding: name.map(\.lowercased), as: UTF8.self)
    }
}
