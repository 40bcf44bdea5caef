extension MarkupNormalizer {
    /// Skips past the next `>`, or writes the `<` as text if there is none.
    mutating func skipPastBracket() {
        guard lastBracket > position, let end = input[position...].firstIndex(of: UInt8(ascii: ">")) else {
            return writeLoneBracket()
        }
        position = end + 1
    }

    /// Skips a comment, a CDATA section (in foreign content only) or another declaration.
    mutating func skipDeclaration(inForeign: Bool) {
        let tail = input[(position + 2)...]
        if tail.starts(with: "--".utf8) {
            skipComment()
        } else if inForeign, tail.starts(with: "[CDATA[".utf8) {
            position = find("]]>", from: position) ?? input.count
        } else if inForeign, lastBracket < position {
            position = input.count
        } else {
            skipPastBracket()
        }
    }

    /// Skips a comment; an unterminated one extends to the end of the input, as in browsers.
    private mutating func skipComment() {
        let start = position + 4
        let tail = input[start...]
        if tail.starts(with: ">".utf8) {
            position = start + 1
        } else if tail.starts(with: "->".utf8) {
            position = start + 2
        } else {
            position = endOfComment(from: start) ?? input.count
        }
    }

    /// Returns the position after `-->` or `--!>`.
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

    /// Returns the position after the next occurrence of a text.
    private func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { text in
            var index = start
            while let match = input[index...].firstIndex(of: text[0]) {
                if input[match...].starts(with: text) { return match + text.count }
                index = match + 1
            }
            return nil
        }
    }
}
