/// A word as its letters, for comparisons with other words.
struct SearchWord {
    let text: String
    let letters: [Unicode.Scalar]
    /// A set of 32 bits with one for each letter: one edit changes at most two of them.
    let mask: Int

    init(_ text: String) {
        self.text = text
        letters = Array(text.unicodeScalars)
        mask = letters.reduce(0) { $0 | 1 << Int($1.value % 32) }
    }

    /// The number of edits by which a similar word may differ.
    var tolerance: Int { letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2 }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
    func distance(to other: [Unicode.Scalar]) -> Int {
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
            (previous, last) = (last, row)
        }
        return last[other.count]
    }
}
