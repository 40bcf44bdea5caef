/// The raw inline content between two block boundaries.
struct Segment {
    /// What a line end in the text means. Around a rule it parts paragraphs, and before an entry of a list made by hand
    /// or behind such a list it is a break, but not in an item.
    enum Mode {
        /// Text in no block: a blank line parts paragraphs, and so does a line end behind a sentence.
        case loose
        /// Text in a block: a blank line parts paragraphs.
        case block
        /// Text in a list's item: only a space.
        case item
    }

    private(set) var text: [UInt8] = []
    private(set) var runs: [Run] = []

    var isEmpty: Bool { runs.isEmpty }

    mutating func append(_ bytes: some Collection<UInt8>, _ style: Style) {
        guard !bytes.isEmpty else { return }
        let start = text.count
        text.append(contentsOf: bytes)
        extend(from: start, style)
    }

    mutating func reserve(_ capacity: Int) {
        text.reserveCapacity(capacity)
        runs.reserveCapacity(8)
    }

    mutating func appendBreak() {
        runs.append(Run(style: .plain, text: text.count..<text.count, isBreak: true))
    }

    mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
    }

    /// Makes what was appended since a position part of the last run, where the styles allow.
    private mutating func extend(from start: Int, _ style: Style) {
        if let last = runs.last, !last.isBreak, last.style == style {
            runs[runs.count - 1].text = last.text.lowerBound..<text.count
        } else {
            runs.append(Run(style: style, text: start..<text.count))
        }
    }

    /// Repairs each run's text, again where runs have met by it.
    ///
    /// Text that is still not settled then was made to be so, and loses what is not ASCII, and its ampersands.
    mutating func repair() {
        guard text.contains(where: Self.isRepairable) else { return }
        for _ in 0..<4 {
            let count = runs.count
            mapRuns { TextRepair.repair($0) }
            if runs.count == count { return }
        }
        mapRuns { $0.filter { !Self.isRepairable($0) } }
    }

    /// Whether a repair can start from a byte, or be about it.
    private static func isRepairable(_ byte: UInt8) -> Bool { byte >= 0x7F || byte == UInt8(ascii: "&") }

    /// U+FFFD, which stands for whatever could not be read, and for all of it at once.
    private static let replacement = Array("\u{FFFD}".utf8)

    private var endsInReplacement: Bool {
        runs.last?.isBreak == false && text.suffix(Self.replacement.count).elementsEqual(Self.replacement)
    }

    /// Replaces each run's text, where a replacement is given, and joins runs that meet by it.
    private mutating func mapRuns(_ replace: (ArraySlice<UInt8>) -> [UInt8]?) {
        var mapped = Segment()
        for run in runs {
            if run.isBreak {
                mapped.appendBreak()
            } else {
                let replaced = replace(text[run.text]).map { $0[...] } ?? text[run.text]
                let isRepeated = mapped.endsInReplacement && replaced.starts(with: Self.replacement)
                mapped.append(replaced.dropFirst(isRepeated ? Self.replacement.count : 0), run.style)
            }
        }
        self = mapped
    }
}
