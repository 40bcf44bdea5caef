import Basics
import HTTPTypes

/// The media types that a client accepts, with their weights (RFC 9110 section 12.5.1).
package struct Accept: Sendable {
    /// The types and subtypes in lower case, with their weights in thousandths.
    private var ranges: [(name: String, quality: Int)] = []

    /// Parses the Accept fields; malformed ranges are ignored.
    package init(_ request: Request) {
        for field in request.fields[values: .accept] {
            ranges += field.utf8.split(separator: UInt8(ascii: ",")).compactMap(Self.range)
        }
    }

    /// True if JSON is preferred to HTML; at equal weight a named type is preferred to one that only `*/*` covers.
    package var prefersJSON: Bool {
        let html = weight(["text/html", "text/*", "*/*"])
        return ["application/json", "application/problem+json"].contains { name in
            let json = weight([name, "application/*", "*/*"])
            return json.quality > 0 && json > html
        }
    }

    /// Returns the weight of the first of the names that has a range, the most specific one, and the number of names
    /// from it on; 0 without a range.
    private func weight(_ names: [String]) -> (quality: Int, specificity: Int) {
        for (index, name) in names.enumerated() {
            if let range = ranges.first(where: { $0.name == name }) { return (range.quality, names.count - index) }
        }
        return (0, 0)
    }

    private static func range(_ piece: Substring.UTF8View) -> (name: String, quality: Int)? {
        let parts = piece.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let names = (parts.first ?? piece).trimmingBlanks()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isToken) }) else {
            return nil
        }
        let weight = parts.dropFirst().map { $0.trimmingBlanks() }.first { $0.prefix(2).equalsIgnoringCase("q=".utf8) }
        guard let quality = weight.map({ QualityValue.thousandths($0.dropFirst(2)) }) ?? 1000 else { return nil }
        return ("\(Substring(names[0]))/\(Substring(names[1]))".lowercased(), quality)
    }
}

/// The weight of a preference (RFC 9110 section 12.4.2).
enum QualityValue {
    /// Returns the thousandths of a qvalue, a number from 0 to 1; nil if it is malformed.
    static func thousandths(_ text: some Collection<UInt8>) -> Int? {
        guard text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
            let value = Double(String(decoding: text, as: UTF8.self)), value <= 1
        else { return nil }
        return Int((value * 1000).rounded())
    }
}
