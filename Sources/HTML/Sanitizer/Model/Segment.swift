/// The raw inline content between two block boundaries.
struct Segment {
    /// The meaning of a line end in the text. Outside an item, it separates paragraphs around a rule, and is a break
    /// before an entry of a plain-text list or after such a list.
    enum Mode {
        /// Text outside blocks: a blank line, or a line end after a sentence, separates paragraphs.
        case loose
        /// Text in a block: a blank line separates paragraphs.
        case block
        /// Text in a list item: a line end is a space.
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

    /// Adds the text since a position to the last run if the styles are equal, otherwise as a new run.
    private mutating func extend(from start: Int, _ style: Style) {
        if let last = runs.last, !last.isBreak, last.style == style {
            runs[runs.count - 1].text = last.text.lowerBound..<text.count
        } else {
            runs.append(Run(style: style, text: start..<text.count))
        }
    }

    /// Repairs each run's text, and again if that has joined runs.
    ///
    /// Text that does not converge is hostile, and loses its non-ASCII characters and ampersands.
    mutating func repair() {
        guard text.contains(where: Self.isRepairable) else { return }
        for _ in 0..<4 {
            let count = runs.count
            mapRuns { TextRepair.repair($0) }
            if runs.count == count { return }
        }
        mapRuns { $0.filter { !Self.isRepairable($0) } }
    }

    /// Returns true if a repair can start from a byte or change it.
    private static func isRepairable(_ byte: UInt8) -> Bool { byte >= 0x7F || byte == UInt8(ascii: "&") }

    /// U+FFFD; a sequence of them is merged into one.
    private static let replacement = Array("\u{FFFD}".utf8)

    private var endsInReplacement: Bool {
        runs.last?.isBreak == false && text.suffix(Self.replacement.count).elementsEqual(Self.replacement)
    }

    /// Replaces each run's text if the closure returns a replacement, and joins adjacent runs of the same style.
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
