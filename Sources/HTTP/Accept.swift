import Basics
import HTTPTypes

/// Which media types a client wants, and how much (RFC 9110 section 12.5.1).
package struct Accept: Sendable {
    private var ranges: [Range] = []

    private struct Range: Sendable {
        /// Type and subtype, in lower case.
        let name: String
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
        let html = weight(["text/html", "text/*", "*/*"])
        return ["application/json", "application/problem+json"].contains { name in
            let json = weight([name, "application/*", "*/*"])
            return json.quality > 0 && json > html
        }
    }

    /// Returns the quality of the first of the names that a range has, the most specific one, and the number of names from
    /// it on; 0 if no range has one.
    private func weight(_ names: [String]) -> (quality: Int, specificity: Int) {
        for (index, name) in names.enumerated() {
            if let range = ranges.first(where: { $0.name == name }) { return (range.quality, names.count - index) }
        }
        return (0, 0)
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
        return Range(name: "\(Substring(names[0]))/\(Substring(names[1]))".lowercased(), quality: quality)
    }
}
