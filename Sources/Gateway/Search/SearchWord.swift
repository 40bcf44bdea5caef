/// A word as its letters, for comparisons with other words.
struct SearchWord {
    let text: String
    let letters: [Unicode.Scalar]
    /// The number of edits by which a similar word may differ.
    let tolerance: Int
    private let set: UInt32

    init(_ text: String) {
        self.text = text
        letters = Array(text.unicodeScalars)
        tolerance = letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2
        set = Self.set(text.utf8)
    }

    /// Returns the ASCII letters and digits of a word as bits; one edit changes at most two of them.
    static func set(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $1 < 0x80 ? $0 | 1 << UInt32($1 & 31) : $0 }
    }

    /// Returns the distance to a word with this set of letters; nil if it is not similar.
    func distance(toSimilar bytes: some Collection<UInt8>, _ set: UInt32) -> Int? {
        // Most words differ in so many letters that they need no comparison.
        guard (set ^ self.set).nonzeroBitCount <= 2 * tolerance else { return nil }
        return distance(to: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars), limit: tolerance)
    }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbour (optimal string
    /// alignment); nil if it is above the limit.
    func distance(to other: [Unicode.Scalar], limit: Int) -> Int? {
        var (previous, last) = ([Int](), Array(0...other.count))
        for i in letters.indices {
            var row = [i + 1]
            for j in other.indices {
                var edits = min(last[j] + (letters[i] == other[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letters[i] == other[j - 1], letters[i - 1] == other[j] {
                    edits = min(edits, previous[j - 1] + 1)
                }
                row.append(edits)
            }
            guard row.contains(where: { $0 <= limit }) else { return nil }
            (previous, last) = (last, row)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}
