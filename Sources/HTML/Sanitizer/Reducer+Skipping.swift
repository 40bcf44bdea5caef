extension Reducer {
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

    /// Reads an element whose content is text up to its end tag, and writes the text where it is to be seen.
    mutating func readRawText(_ name: TagName, _ role: ElementRole) {
        let start = position
        let end = name == Self.plaintext ? nil : rawTextEnd(of: name)
        let text = input[start..<(end?.start ?? input.count)]
        position = end?.end ?? input.count
        if role != .hiddenText { writeRaw(text, references: role == .plainText) }
    }

    private static let plaintext = TagName("plaintext")

    /// Where the next end tag of the name starts and ends.
    private func rawTextEnd(of name: TagName) -> (start: Int, end: Int)? {
        var index = position
        while let found = input[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = found + 1
            guard index < input.count, input[index] == UInt8(ascii: "/") else { continue }
            let rest = input[(index + 1)...]
            let candidate = rest.prefix(17).prefix { $0.isLetter }
            guard TagName(candidate) == name, let next = rest.dropFirst(candidate.count).first,
                next.isMarkupSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
            else { continue }
            guard case .tag(let tag) = TagScan.read(input, nameAt: index + 1) else { return (found, input.count) }
            return (found, tag.end)
        }
        return nil
    }

    private mutating func writeRaw(_ text: ArraySlice<UInt8>, references: Bool) {
        let end = position
        position = text.startIndex
        while position < text.endIndex {
            let start = position
            while position < text.endIndex, input[position] != 0x3C, input[position] != 0x26 { position += 1 }
            writeText(input[start..<position])
            guard position < text.endIndex else { break }
            if input[position] == UInt8(ascii: "<") {
                writeLoneBracket()
            } else if references {
                readReference()
            } else {
                writeEscape("&amp;")
                position += 1
            }
        }
        position = end
    }
}
