import Basics

/// Rewrites markup to the few tags that libxml2 and an HTML5 parser parse alike.
///
/// libxml2 is no HTML5 parser: it nests, ends and skips elements differently from browsers. So comments, raw text,
/// attributes and implied ends are handled by this tokenizer, which follows the HTML standard. libxml2 then parses its
/// output (`HTMLReader`) as a second, independent allowlist: the tokenizer's output is not trusted. It is balanced and
/// at most `maximumDepth` deep.
struct MarkupNormalizer {
    /// The maximum number of open blocks; the limit of the final output is lower.
    static let maximumDepth = 64
    /// The maximum number of bytes of a link's URL in the input.
    static let maximumURLLength = 4096
    /// The number of bytes of output after which links lose their URLs.
    static let maximumOutput = 8 << 20

    let input: [UInt8]
    var position = 0
    var output: [UInt8] = []
    /// The index of the input's last `>`: no declaration ends after it.
    let lastBracket: Int
    /// The remaining bytes of lookahead to distinguish tags from text that looks like one: unterminated tags could each
    /// be read to the input's end, in quadratic time.
    private var lookahead: Int

    var blocks: [OpenBlock] = []
    var formats: [OpenFormat] = []
    /// The number of formats open in the output.
    var formatsWritten = 0
    /// The number of open blocks that are removed with their content.
    var hiddenDepth = 0

    /// The index of the last end tag per requested name; -1 if there is none.
    var lastEndTags: [TagName: Int] = [:]

    /// The output index of the text since the last tag, and true if that text is only whitespace.
    var textStart = 0
    var textIsBlank = true

    /// Creates a normalizer of UTF-8 without control characters other than whitespace.
    init(_ input: [UInt8]) {
        self.input = input
        lastBracket = input.lastIndex(of: UInt8(ascii: ">")) ?? -1
        lookahead = input.count
        output.reserveCapacity(input.count + input.count / 4 + 64)
    }

    /// Returns the normalized markup, in a body.
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

    /// Reads a tag, a comment, a declaration or text at the `<` of the position.
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

    /// Returns true if an unterminated tag is a letter followed by words up to the input's end, as in "a <b in all
    /// cases". A truncated tag has a value, a slash or at most one word.
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
