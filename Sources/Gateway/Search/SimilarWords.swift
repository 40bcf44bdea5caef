import GRDB

/// The words of the archive that differ from typed ones by a letter or two.
struct SimilarWords {
    private var distances: [String: [String: Int]] = [:]

    init() {}

    var isEmpty: Bool { distances.isEmpty }

    /// Compares the words with all words of the archive.
    init(_ db: Database, to words: Set<String>) throws {
        let typed = words.map(SearchWord.init).filter { $0.tolerance > 0 }
        guard let least = typed.map({ $0.letters.count - $0.tolerance }).min(),
            let most = typed.map({ $0.letters.count + $0.tolerance }).max()
        else { return }
        let rows = try RawStatement(db, "SELECT length, texts FROM word WHERE length BETWEEN ? AND ?")
        try rows.bind([least, most])
        while try rows.next() {
            let length = rows.int(0)
            let comparable = typed.filter { abs($0.letters.count - length) <= $0.tolerance }
            if !comparable.isEmpty { compare(rows.bytes(1), with: comparable) }
        }
    }

    /// Compares words that are each followed by a space.
    private mutating func compare(_ texts: UnsafeBufferPointer<UInt8>, with typed: [SearchWord]) {
        var (start, letterSet) = (0, UInt32(0))
        for (index, byte) in texts.enumerated() {
            guard byte == UInt8(ascii: " ") else {
                letterSet |= 1 << UInt32(byte & 31)
                continue
            }
            // Most words are dropped by their letters, since an edit changes at most two of the set.
            for word in typed
            where !word.isASCII || (word.letterSet ^ letterSet).nonzeroBitCount <= 2 * word.tolerance {
                let known = String(decoding: texts[start..<index], as: UTF8.self)
                distances[word.text, default: [:]][known] = word.distance(
                    to: Array(known.unicodeScalars), limit: word.tolerance)
            }
            (start, letterSet) = (index + 1, 0)
        }
    }

    /// Returns the words at most this many edits away.
    func words(of typed: String, limit: Int) -> [String] {
        (distances[typed] ?? [:]).filter { $0.value <= limit }.map(\.key)
    }

    func nearest(to typed: String) -> [String] {
        let all = distances[typed] ?? [:]
        return all.values.min().map { least in all.filter { $0.value == least }.map(\.key) } ?? []
    }
}

/// A word as its letters, for comparisons with other words.
struct SearchWord {
    let text: String
    let letters: [Unicode.Scalar]
    /// The number of edits by which a similar word may differ.
    let tolerance: Int
    /// The bits of the bytes that occur in the word.
    let letterSet: UInt32
    let isASCII: Bool

    init(_ text: String) {
        self.text = text
        letters = Array(text.unicodeScalars)
        tolerance = letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2
        letterSet = text.utf8.reduce(0) { $0 | 1 << UInt32($1 & 31) }
        isASCII = letters.allSatisfy(\.isASCII)
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
