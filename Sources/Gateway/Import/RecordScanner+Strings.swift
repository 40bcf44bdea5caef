import Basics

extension RecordScanner {
    /// Reads a string up to its closing quote or the end of the line. Between backticks or three quotes it may have
    /// several lines.
    mutating func string(isRaw: Bool = false) throws(SystemError) {
        let quote = input.current ?? UInt8(ascii: "\"")
        var (text, syntaxError) = try quoted(quote, isRaw: isRaw)
        if text == "", input.current == quote {
            // Outside of values, three quotes are text around them.
            guard !stack.isEmpty else {
                (lines.hasText, lines.areRecords) = (true, false)
                return try input.advance()
            }
            (text, syntaxError) = try quoted(quote, count: 3, isRaw: isRaw)
        }
        guard excessDepth == 0 else { return }
        guard let top = stack.indices.last else {
            guard syntaxError == nil, let text else { lines.hasText = true; return }
            let context: Context = lines.hasText ? .code : .listed
            return put(.string(text), context)
        }
        if let syntaxError { noteError(syntaxError) }
        if stack[top].isObject, stack[top].state == .name || stack[top].state == .comma {
            if stack[top].state == .comma, top >= wrapperCount { noteError("a comma is missing") }
            stack[top].name = text ?? ""
            stack[top].state = .colon
        } else {
            value(.string(text ?? ""))
        }
    }

    /// Reads the text up to as many quotes; returns nil and the syntax error if it is invalid.
    private mutating func quoted(
        _ quote: UInt8, count: Int = 1, isRaw: Bool
    ) throws(SystemError) -> (String?, syntaxError: String?) {
        let backslash = UInt8(ascii: "\\")
        let hasLines = count > 1 || quote == UInt8(ascii: "`")
        // Quotes in a row so far, and the length of the token with them.
        var (quotes, end) = (0, 0)
        token.removeAll(keepingCapacity: true)
        try input.advance()
        while true {
            try input.copy(into: &token) { $0 == quote || $0 == backslash || $0 == 0x0A || $0 == 0x22 }
            guard let byte = input.current else { return (nil, Self.endOfFile) }
            guard byte != 0x0A || (hasLines && token.count < Self.recordByteLimit) else {
                return (nil, "a string is not terminated")
            }
            try input.advance()
            quotes = byte != quote ? 0 : token.count == end ? quotes + 1 : 1
            if quotes == count { break }
            token.append(contentsOf: byte == 0x0A ? [byte] : [backslash, byte])
            end = token.count
            guard byte == backslash, !isRaw, let escaped = input.current else { continue }
            token[token.count - 1] = escaped
            try input.advance()
            if escaped == 0x0D, input.current == 0x0A { try input.advance() }
        }
        token.removeLast(2 * (count - 1))
        guard token.contains(backslash) else { return (String(decoding: token, as: UTF8.self), nil) }
        do { return (try JSONParser.unescape(token), nil) } catch { return (nil, error.reason) }
    }
}
