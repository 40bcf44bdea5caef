import Basics

/// Rewrites markup as the few tags that libxml2 and an HTML5 parser read alike.
///
/// libxml2 is no HTML5 parser: it nests, ends and skips differently from browsers. So comments, raw text, attributes and
/// implied ends are decided by this tokenizer, which is our own and follows the HTML standard. libxml2 then reads its output
/// (`HTMLReader`) and serves as a second, independent allowlist: nothing that the tokenizer writes is trusted. The output is
/// balanced and at most `maximumDepth` deep.
struct MarkupNormalizer {
    /// Open blocks; the output's own limit is lower.
    static let maximumDepth = 64
    /// Bytes of a link's address as written in the markup.
    static let maximumAddress = 4096
    /// Bytes of output behind which links lose their addresses.
    static let maximumOutput = 8 << 20

    let input: [UInt8]
    var position = 0
    var output: [UInt8] = []
    /// Where the last `>` of the input is: no declaration ends behind it.
    let lastBracket: Int
    /// Bytes that may still be read to tell tags from text that only looks like them: of tags that never end each one could
    /// be read to the input's end.
    private var lookahead: Int

    var blocks: [OpenBlock] = []
    var formats: [OpenFormat] = []
    /// How many of the formats are open in the output.
    var formatsWritten = 0
    /// How many open blocks are gone with their content.
    var hiddenDepth = 0

    /// Where the last end tag starts of each name that was asked for; -1 where there is none.
    var lastEnds: [TagName: Int] = [:]

    /// Where the text since the last tag starts in the output, and whether it has more than whitespace.
    var textStart = 0
    var textHasInk = false

    /// Takes UTF-8 without NUL and other control characters but whitespace.
    init(_ input: [UInt8]) {
        self.input = input
        lastBracket = input.lastIndex(of: UInt8(ascii: ">")) ?? -1
        lookahead = input.count
        output.reserveCapacity(input.count + input.count / 4 + 64)
    }

    /// The reduced markup, in a body.
    static func normalize(_ input: [UInt8]) -> [UInt8] {
        var normalizer = MarkupNormalizer(input)
        normalizer.write("<html><body>")
        normalizer.run()
        return normalizer.output
    }

    private mutating func run() {
        while position < input.count {
            let start = position
            while position < input.count, input[position] != UInt8(ascii: "<"), input[position] != UInt8(ascii: "&") {
                position += 1
            }
            writeText(input[start..<position])
            guard position < input.count else { break }
            if input[position] == UInt8(ascii: "&") { readReference() } else { readMarkup() }
        }
        endText()
        closeFormats()
        endBlock(at: 0)
    }

    /// Reads what starts with the `<` at the position: a tag, a comment, a declaration, or text.
    private mutating func readMarkup() {
        guard position + 1 < input.count else { return writeLoneBracket() }
        switch input[position + 1] {
        case let byte where byte.isLetter: readStartTag()
        case UInt8(ascii: "/"): readEndTag()
        case UInt8(ascii: "!"): skipDeclaration(inForeign: false)
        case UInt8(ascii: "?"): skipPastBracket()
        default: writeLoneBracket()
        }
    }

    private mutating func readStartTag() {
        switch TagScan.read(input, nameAt: position + 1, lookahead: lookahead) {
        case .text(let read):
            lookahead -= read
            writeLoneBracket()
        case .unfinished: if endsInWords(nameAt: position + 1) { writeLoneBracket() } else { position = input.count }
        case .tag(let tag):
            position = tag.end
            start(tag)
        }
    }

    /// Whether what would be a tag that never ends is a letter and words behind it that end the input, as in "a <b in all
    /// cases"; a tag that was cut has a value, a slash or at most one word.
    private func endsInWords(nameAt start: Int) -> Bool {
        let words = input[start...].split { $0.isMarkupSpace }
        return words.count > 2 && words[0].count == 1 && !input[start...].contains { "=/<".utf8.contains($0) }
    }

    private mutating func readEndTag() {
        guard position + 2 < input.count else { return writeLoneBracket() }
        let next = input[position + 2]
        if next.isDigit { return writeLoneBracket() }
        guard next.isLetter else { return skipPastBracket() }
        switch TagScan.read(input, nameAt: position + 2, lookahead: lookahead) {
        case .text(let read):
            lookahead -= read
            skipPastBracket()
        case .unfinished: position = input.count
        case .tag(let tag):
            position = tag.end
            end(tag)
        }
    }
}
