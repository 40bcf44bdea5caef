/// The publisher's small print at the end of a description, as in "32 PGS./MARVEL PSR…$2.99".
enum SolicitationTail {
    /// Bytes of text that a tail may have.
    private static let maximumLength = 120

    /// Where in the description's text the block's tail starts; nil where it has none.
    static func start(of block: Block, in description: Description) -> Int? {
        guard hasMark(description.content(of: block).suffix(maximumLength)) else { return nil }
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

    /// Whether a text has a price or pages at all: most have not.
    private static func hasMark(_ text: ArraySlice<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "$") || byte | 0x20 == UInt8(ascii: "g") && last | 0x20 == UInt8(ascii: "p") {
                return true
            }
            last = byte
        }
        return false
    }

    /// Where the tail starts in a text that ends with it.
    private static func start(in whole: [UInt8]) -> Int? {
        let text = whole[..<bookNumberStart(in: whole)]
        let priceStart = Self.priceStart(in: text)
        guard priceStart != nil || text.endIndex == whole.endIndex else { return nil }
        let body = text[..<(priceStart ?? text.endIndex)]
        return pagesStart(in: body) ?? (priceStart == nil ? nil : ratingStart(in: body))
    }

    /// Whether a text is a book's number and nothing else.
    static func isBookNumber(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first | 0x20 == UInt8(ascii: "i"), text.count <= maximumLength else {
            return false
        }
        return bookNumberStart(in: Array(text)) == 0
    }

    /// Where "ISBN: 978-0-7851-2345-6" starts at the end of a text, with or without its number, once or more; the text's
    /// end where it has none.
    private static func bookNumberStart(in text: [UInt8]) -> Int {
        var start = text.endIndex
        while let previous = lastBookNumberStart(in: text[..<start]) { start = previous }
        return start
    }

    private static func lastBookNumberStart(in text: ArraySlice<UInt8>) -> Int? {
        var body = text
        while let last = body.last, last.isDigit || " \n-".utf8.contains(last) || last | 0x20 == UInt8(ascii: "x") {
            body.removeLast()
        }
        if body.last == UInt8(ascii: ":") { body.removeLast() }
        let word = "isbn".utf8
        guard body.suffix(word.count).map(\.lowercasedLetter).elementsEqual(word) else { return nil }
        body.removeLast(word.count)
        return withoutBlanks(body).endIndex
    }

    /// Where the price of "…$2.99" or "...$2.99 US/$3.50 CAN" starts at the end of a text; dots have to lead to it.
    private static func priceStart(in text: ArraySlice<UInt8>) -> Int? {
        let dollar = text.indices.last { index in
            guard text[index] == UInt8(ascii: "$") else { return false }
            let leader = text[..<index].reversed().drop { $0 == 0x20 }
            return leader.starts(with: "..".utf8) || leader.starts(with: "…".utf8.reversed())
        }
        return dollar.flatMap { SmallPrint.isPrice(text[$0...]) ? $0 : nil }
    }

    private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.dropLast(text.reversed().prefix { $0 == 0x20 || $0 == 0x0A }.count)
    }

    /// Where "32 PGS." starts, if only small print stands between it and the end.
    ///
    /// What leads to it may be a line of credits without a stop where a rating tells the small print.
    private static func pagesStart(in text: ArraySlice<UInt8>) -> Int? {
        let word = "pgs".utf8
        let found = text.indices.dropLast(word.count - 1).last {
            text[$0..<($0 + word.count)].lazy.map(\.lowercasedLetter).elementsEqual(word)
        }
        guard let found else { return nil }
        let digits = text[..<found].reversed().drop { $0 == 0x20 }.prefix { $0.isDigit }
        let rest = text[(found + word.count)...]
        guard (1...4).contains(digits.count), rest.first?.isLetter != true else { return nil }
        let start = digits.endIndex.base
        let isTail = SmallPrint.endsInRating(rest) || startsSentence(start, in: text) && SmallPrint.isAll(of: rest)
        return isTail ? start : nil
    }

    /// Where a sentence of nothing but "Rated T+", "Marvel PSR" or the like starts that ends a text.
    private static func ratingStart(in text: ArraySlice<UInt8>) -> Int? {
        text.indices.first { index in
            text[index].isLetter && text[index] & 0x20 == 0 && SmallPrint.isRating(text[index...])
                && startsSentence(index, in: text)
        }
    }

    /// Whether what stands before a position ends a sentence or a line, or is nothing.
    private static func startsSentence(_ position: Int, in text: ArraySlice<UInt8>) -> Bool {
        let before = String(decoding: text[..<position].suffix(16), as: UTF8.self)
        guard let last = before.unicodeScalars.last(where: { $0 != " " && $0 != "\u{A0}" }) else { return true }
        return "\n.!?…)\"'”’»".unicodeScalars.contains(last)
    }
}
