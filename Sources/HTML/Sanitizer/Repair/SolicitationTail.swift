import Basics

/// The publisher's small print at the end of a description, as in "32 PGS./MARVEL PSR…$2.99".
enum SolicitationTail {
    /// The maximum number of bytes of a tail.
    private static let maximumLength = 120

    /// Returns the index of the block's tail in the description's text; nil if it has none.
    static func start(of block: Block, in description: Description) -> Int? {
        guard
            mayHaveTail(description.content(of: block).suffix(maximumLength)) || endsInShortLine(block, in: description)
        else { return nil }
        var bytes: [UInt8] = []
        var origins: [Int] = []
        for run in description.runs[block.runs].reversed() {
            guard bytes.count < maximumLength else { break }
            if run.isBreak {
                bytes.append(0x0A)
                origins.append(run.text.lowerBound)
            }
            for index in run.text.reversed().prefix(maximumLength - bytes.count) {
                bytes.append(description.text[index])
                origins.append(index)
            }
        }
        return start(in: bytes.reversed()).map { origins[origins.count - 1 - $0] }
    }

    /// Returns true if a text has a price or a page count, a fast check that most texts fail. A price may have lost its
    /// "$".
    private static func mayHaveTail(_ text: ArraySlice<UInt8>) -> Bool {
        if text.last?.isDigit == true { return true }
        var last: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "$") || byte | 0x20 == UInt8(ascii: "g") && last | 0x20 == UInt8(ascii: "p") {
                return true
            }
            last = byte
        }
        return false
    }

    /// Returns true if a block's last line is short enough for a rating alone.
    private static func endsInShortLine(_ block: Block, in description: Description) -> Bool {
        var length = 0
        for run in description.runs[block.runs].reversed() {
            if run.isBreak { return true }
            length += run.text.count
            if length > 48 { return false }
        }
        return true
    }

    /// Returns the index of the tail in a text; nil if it has none.
    private static func start(in fullText: [UInt8]) -> Int? {
        let text = fullText[..<bookNumberStart(in: fullText)]
        let priceStart = Self.priceStart(in: text)
        guard priceStart != nil || text.endIndex == fullText.endIndex else { return nil }
        let body = text[..<(priceStart ?? text.endIndex)]
        return pagesStart(in: body) ?? ratingStart(in: body, isLine: priceStart == nil)
    }

    /// Returns true if a text is only a book's number or trim size.
    static func isBookNumber(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, "iItT".utf8.contains(first), text.count <= maximumLength else { return false }
        return bookNumberStart(in: Array(text)) == 0
    }

    /// Finds the index of "ISBN: 978-0-7851-2345-6" or "Trim size: standard" at the end of a text, with or without its
    /// number, once or more; returns the text's end if it has none.
    private static func bookNumberStart(in text: [UInt8]) -> Int {
        var start = text.endIndex
        while let previous = lastBookNumberStart(in: text[..<start]) { start = previous }
        return start
    }

    private static func lastBookNumberStart(in text: ArraySlice<UInt8>) -> Int? {
        let number = text.reversed().prefix { $0.isDigit || " \n-:xX".utf8.contains($0) }
        let label = text.dropLast(number.count)
        if starts("isbn", at: label.endIndex - 4, of: label) { return withoutBlanks(label.dropLast(4)).endIndex }
        // Sizes are as long as "6 5/8 x 10 1/8 inches", with words before them.
        let size = text.suffix(60).indices.last { starts("trim size", at: $0, of: text) }
        return size.map { withoutBlanks(text[..<$0]).endIndex }
    }

    /// Returns true if a word, given in lower case, is at an index of a text.
    private static func starts(_ word: StaticString, at index: Int, of text: ArraySlice<UInt8>) -> Bool {
        guard index >= text.startIndex else { return false }
        return word.withUTF8Buffer { text[index...].prefix($0.count).lazy.map(\.lowercased).elementsEqual($0) }
    }

    /// Finds the index of a price at the end of a text, as in "…$2.99" or "...$2.99 US/$3.50 CAN"; one without "$" must
    /// follow dots.
    private static func priceStart(in text: ArraySlice<UInt8>) -> Int? {
        text.indices.first { index in
            let followsDots =
                text[..<index].suffix(3).elementsEqual("…".utf8) || text[..<index].suffix(2).elementsEqual("..".utf8)
            guard text[index] == UInt8(ascii: "$") || followsDots && text[index].isDigit else { return false }
            return SmallPrint.isPrice(text[index...])
        }
    }

    private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.dropLast(text.reversed().prefix { $0 == 0x20 || $0 == 0x0A }.count)
    }

    /// Finds the index of "32 PGS." if only small print follows it.
    ///
    /// If the small print ends in a rating, the text before it may be credits without a full stop.
    private static func pagesStart(in text: ArraySlice<UInt8>) -> Int? {
        guard let pages = text.indices.last(where: { starts("pgs", at: $0, of: text) }) else { return nil }
        let digits = text[..<pages].reversed().drop { $0 == 0x20 }.prefix { $0.isDigit }
        let tail = text[(pages + 3)...]
        guard (1...4).contains(digits.count), tail.first?.isLetter != true else { return nil }
        let start = digits.endIndex.base
        let isTail =
            SmallPrint.endsInRating(tail) || starts(start, in: text, after: sentenceEnds) && SmallPrint.isAll(of: tail)
        guard isTail else { return nil }
        let format = text[..<start].indices.first {
            text[$0].isLetter && SmallPrint.isFormat(text[$0..<start]) && starts($0, in: text, after: sentenceEnds)
        }
        return format ?? start
    }

    /// Finds the index of a last sentence that is only a rating, such as "Rated T+" or "One-Shot/Marvel PSR"; with
    /// `isLine`, of a last line.
    private static func ratingStart(in text: ArraySlice<UInt8>, isLine: Bool) -> Int? {
        text.indices.first { index in
            text[index].isLetter && text[index] & 0x20 == 0 && SmallPrint.endsInRating(text[index...])
                && starts(index, in: text, after: isLine ? "\n" : sentenceEnds)
        }
    }

    private static let sentenceEnds = "\n.!?…)\"'”’»"

    /// Returns true if the text before a position, without blanks, is empty or ends in one of the characters.
    private static func starts(_ position: Int, in text: ArraySlice<UInt8>, after ends: String) -> Bool {
        let before = String(decoding: text[..<position].suffix(16), as: UTF8.self)
        guard let last = before.unicodeScalars.last(where: { $0 != " " && $0 != "\u{A0}" }) else { return true }
        return ends.unicodeScalars.contains(last)
    }
}
