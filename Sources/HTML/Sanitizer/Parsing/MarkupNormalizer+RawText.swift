import Basics

extension MarkupNormalizer {
    /// Reads a raw text element up to its end tag, and writes the text unless it is hidden.
    mutating func readRawText(_ name: TagName, _ role: ElementRole) {
        let start = position
        let end = name == Self.plaintext ? nil : name == Self.script ? scriptEnd() : rawTextEnd(of: name)
        let text = input[start..<(end?.start ?? input.count)]
        position = end?.end ?? input.count
        if role != .hiddenText { writeRaw(text, references: role == .plainText) }
    }

    private static let plaintext = TagName("plaintext")
    private static let script = TagName("script")

    /// Finds the start and the end of the next end tag of the name.
    private func rawTextEnd(of name: TagName) -> (start: Int, end: Int)? {
        var index = position
        while let bracket = input[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = bracket + 1
            guard index < input.count, input[index] == UInt8(ascii: "/") else { continue }
            if isName(name, at: index + 1) { return (bracket, endOfTag(nameAt: index + 1)) }
        }
        return nil
    }

    /// Finds the end tag of a script: after "<!--", an end tag that follows a nested "<script" does not count (HTML
    /// standard, "script data double escaped state").
    private func scriptEnd() -> (start: Int, end: Int)? {
        var isEscaped = false
        var isNested = false
        for index in position..<input.count {
            if input[index] == UInt8(ascii: "-"), isEscaped, input[index...].starts(with: "-->".utf8) {
                isEscaped = false
                isNested = false
            } else if input[index] == UInt8(ascii: "<") {
                if input[index...].starts(with: "<!--".utf8) {
                    isEscaped = true
                } else if isEscaped, isName(Self.script, at: index + 1) {
                    isNested = true
                } else if input[index...].starts(with: "</".utf8), isName(Self.script, at: index + 2) {
                    guard isNested else { return (index, endOfTag(nameAt: index + 2)) }
                    isNested = false
                }
            }
        }
        return nil
    }

    /// Returns true if the complete name of a tag is at a position.
    func isName(_ name: TagName, at position: Int) -> Bool {
        guard position < input.count else { return false }
        let tail = input[position...]
        let candidate = tail.prefix(17).prefix { $0.isLetter }
        guard TagName(candidate) == name, let next = tail.dropFirst(candidate.count).first else { return false }
        return next.isMarkupSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
    }

    /// Returns the position after the tag with its name at a position; the input's end if the tag is unterminated.
    private func endOfTag(nameAt start: Int) -> Int {
        guard case .tag(let tag) = TagScan.read(input, nameAt: start) else { return input.count }
        return tag.end
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
