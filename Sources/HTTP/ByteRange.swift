import Basics

/// A byte range of a Range field: `bytes=0-99`, `bytes=100-` or `bytes=-100`.
struct ByteRange: Hashable, Sendable {
    private let first: Int?
    private let last: Int?

    init?(_ field: String) {
        let text = field.utf8.trimmingBlanks()
        guard text.prefix(6).equalsIgnoringCase("bytes=") else { return nil }
        let ends = text.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, ends[0].isEmpty || Self.isNumber(ends[0]), ends[1].isEmpty || Self.isNumber(ends[1])
        else { return nil }
        // A number beyond Int has the same meaning as the largest one.
        first = ends[0].isEmpty ? nil : Int(String(decoding: ends[0], as: UTF8.self)) ?? .max
        last = ends[1].isEmpty ? nil : Int(String(decoding: ends[1], as: UTF8.self)) ?? .max
        guard first != nil || last != nil, (first ?? 0) <= (last ?? .max) else { return nil }
    }

    /// Returns the range of a body with this number of bytes; nil if it is not satisfiable.
    func resolved(in count: Int) -> Range<Int>? {
        guard let first else { return last == 0 || count == 0 ? nil : max(0, count - (last ?? 0))..<count }
        return first < count ? first..<min(count - 1, last ?? .max) + 1 : nil
    }

    private static func isNumber(_ digits: Substring.UTF8View) -> Bool {
        digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}
