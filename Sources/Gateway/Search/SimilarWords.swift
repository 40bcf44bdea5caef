import GRDB

/// The words of the archive that differ from typed ones by a letter or two.
struct SimilarWords {
    private var distances: [String: [String: Int]] = [:]

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
            guard !comparable.isEmpty else { continue }
            for bytes in rows.bytes(1).split(separator: UInt8(ascii: " ")) { compare(bytes, with: comparable) }
        }
    }

    private mutating func compare(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, with typed: [SearchWord]) {
        let set = SearchWord.letterSet(bytes)
        // Most words are dropped by their letters, since an edit changes at most two of the set.
        let candidates = typed.filter { !$0.isASCII || ($0.letterSet ^ set).nonzeroBitCount <= 2 * $0.tolerance }
        guard !candidates.isEmpty else { return }
        let known = String(decoding: bytes, as: UTF8.self)
        let letters = Array(known.unicodeScalars)
        for word in candidates {
            distances[word.text, default: [:]][known] = word.distance(to: letters, limit: word.tolerance)
        }
    }

    /// Returns the words at most this many edits away.
    func words(of typed: String, limit: Int) -> [String] {
        (distances[typed] ?? [:]).filter { $0.value <= limit }.map(\.key)
    }

    /// Returns the nearest words.
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
        letterSet = Self.letterSet(text.utf8)
        isASCII = letters.allSatisfy(\.isASCII)
    }

    static func letterSet(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 | 1 << UInt32($1 & 31) } }

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
