extension MarkupNormalizer {
    /// Skips to behind the next `>`, or takes the `<` as text where there is none.
    mutating func skipPastBracket() {
        guard lastBracket > position, let end = input[position...].firstIndex(of: UInt8(ascii: ">")) else {
            return writeLoneBracket()
        }
        position = end + 1
    }

    /// Skips a comment, a CDATA section (only foreign content has any) or another declaration.
    mutating func skipDeclaration(inForeign: Bool) {
        let rest = input[(position + 2)...]
        if rest.starts(with: "--".utf8) {
            skipComment()
        } else if inForeign, rest.starts(with: "[CDATA[".utf8) {
            position = find("]]>", from: position) ?? input.count
        } else if inForeign, lastBracket < position {
            position = input.count
        } else {
            skipPastBracket()
        }
    }

    /// Skips a comment; one that never ends takes the rest with it, as in browsers.
    private mutating func skipComment() {
        let start = position + 4
        let rest = input[start...]
        if rest.starts(with: ">".utf8) {
            position = start + 1
        } else if rest.starts(with: "->".utf8) {
            position = start + 2
        } else {
            position = endOfComment(from: start) ?? input.count
        }
    }

    /// The position behind `-->` or `--!>`.
    private func endOfComment(from start: Int) -> Int? {
        var index = start
        while let bracket = input[index...].firstIndex(of: UInt8(ascii: ">")) {
            let before = input[start..<bracket]
            if before.suffix(2).elementsEqual("--".utf8) || before.suffix(3).elementsEqual("--!".utf8) {
                return bracket + 1
            }
            index = bracket + 1
        }
        return nil
    }

    /// The position behind the next occurrence of a text.
    private func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { text in
            var index = start
            while let found = input[index...].firstIndex(of: text[0]) {
                if input[found...].starts(with: text) { return found + text.count }
                index = found + 1
            }
            return nil
        }
    }
}
