/// What stands behind an `&` in markup, and how many bytes it takes.
enum CharacterReference {
    /// A numeric reference, or a named one that libxml2 does not know.
    case scalar(Unicode.Scalar, length: Int)
    /// A name that libxml2 may know; the semicolon counts where there is one.
    case name(Range<Int>, length: Int)

    /// Reads the reference whose `&` is at a position; nil where the `&` is text.
    init?(_ input: [UInt8], at position: Int, upTo limit: Int, inAddress: Bool) {
        guard position + 1 < limit else { return nil }
        if input[position + 1] == UInt8(ascii: "#") {
            self.init(number: input[position..<limit])
        } else {
            self.init(name: input[position..<limit], inAddress: inAddress)
        }
    }

    private init?(number text: ArraySlice<UInt8>) {
        var digits = text.dropFirst(2)
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        if isHexadecimal { digits = digits.dropFirst() }
        let start = digits.startIndex
        var value: UInt32 = 0
        while let digit = digits.first?.digitValue(hexadecimal: isHexadecimal) {
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            digits = digits.dropFirst()
        }
        guard digits.startIndex > start else { return nil }
        if digits.first == UInt8(ascii: ";") { digits = digits.dropFirst() }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        self = .scalar(scalar ?? "\u{FFFD}", length: digits.startIndex - text.startIndex)
    }

    private init?(name text: ArraySlice<UInt8>, inAddress: Bool) {
        let name = text.dropFirst().prefix(32).prefix { $0.isLetter || $0.isDigit }
        guard let first = name.first, first.isLetter else { return nil }
        let next = name.endIndex < text.endIndex ? text[name.endIndex] : 0
        if next == UInt8(ascii: ";") {
            if let scalar = Self.latecomers[String(decoding: name, as: UTF8.self)] {
                self = .scalar(scalar, length: name.count + 2)
            } else {
                self = .name(name.startIndex..<name.endIndex, length: name.count + 2)
            }
        } else {
            guard !inAddress || next != UInt8(ascii: "=") else { return nil }
            guard let known = Self.unfinishedName(name, inAddress: inAddress) else { return nil }
            self = .name(known, length: known.count + 1)
        }
    }

    /// The name, or in text its beginning, that counts without a semicolon.
    private static func unfinishedName(_ name: ArraySlice<UInt8>, inAddress: Bool) -> Range<Int>? {
        if unfinished.contains(String(decoding: name, as: UTF8.self)) { return name.indices }
        if inAddress { return nil }
        let beginning = ["lt", "gt", "amp", "quot", "nbsp"].first { name.starts(with: $0.utf8) }
        return beginning.map { name.startIndex..<(name.startIndex + $0.utf8.count) }
    }

    /// Names for ASCII characters that came with HTML5, and that libxml2 leaves as they are.
    private static let latecomers: [String: Unicode.Scalar] = [
        "Tab": "\t", "NewLine": "\n", "excl": "!", "QUOT": "\"", "num": "#", "dollar": "$", "percnt": "%", "AMP": "&",
        "apos": "'", "lpar": "(", "rpar": ")", "ast": "*", "midast": "*", "plus": "+", "comma": ",", "period": ".",
        "sol": "/", "colon": ":", "semi": ";", "LT": "<", "equals": "=", "GT": ">", "quest": "?", "commat": "@",
        "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]", "rbrack": "]", "Hat": "^", "lowbar": "_",
        "UnderBar": "_", "grave": "`", "lcub": "{", "lbrace": "{", "verbar": "|", "vert": "|", "rcub": "}",
        "rbrace": "}", "NonBreakingSpace": "\u{A0}", "hyphen": "\u{2010}", "mldr": "\u{2026}",
    ]

    /// Names that browsers read without the semicolon too and that descriptions are likely to have.
    private static let unfinished: Set<String> = [
        "amp", "lt", "gt", "quot", "nbsp", "copy", "reg", "eacute", "egrave", "agrave", "aacute", "iacute", "oacute",
        "uacute", "ntilde", "ouml", "uuml", "auml", "ccedil", "deg", "middot", "laquo", "raquo", "shy", "frac12",
    ]
}
