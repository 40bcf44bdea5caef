import Basics

extension RecordScanner {
    /// Reads a string up to its closing quote or the end of the line.
    mutating func string() throws(SystemError) {
        let quote = input.current ?? UInt8(ascii: "\"")
        let (text, syntaxError) = try quoted(quote)
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

    /// Reads the text between two quotes; returns nil and the syntax error if it is invalid.
    private mutating func quoted(_ quote: UInt8) throws(SystemError) -> (String?, syntaxError: String?) {
        var hasEscapes = false
        token.removeAll(keepingCapacity: true)
        try input.advance()
        while true {
            try input.copy(into: &token) { $0 == quote || $0 == UInt8(ascii: "\\") || $0 == 0x0A || $0 == 0x22 }
            guard let byte = input.current else { return (nil, Self.endOfFile) }
            guard byte != 0x0A else { return (nil, "a string is not terminated") }
            try input.advance()
            if byte == quote { break }
            hasEscapes = true
            guard byte == UInt8(ascii: "\\"), let escaped = input.current else {
                // A double quote within single ones.
                token.append(contentsOf: [UInt8(ascii: "\\"), byte])
                continue
            }
            try input.advance()
            token.append(contentsOf: [UInt8(ascii: "\\"), escaped])
        }
        guard hasEscapes else { return (String(decoding: token, as: UTF8.self), nil) }
        do { return (try JSONParser.unescape(token), nil) } catch { return (nil, error.reason) }
    }

    /// Reads a number, a literal or an unquoted member name.
    mutating func word() throws(SystemError) {
        token.removeAll(keepingCapacity: true)
        try input.copy(into: &token) { !Self.isWord($0) }
        guard let top = stack.indices.last else { lines.hasText = true; return }
        guard excessDepth == 0 else { return }
        if stack[top].isObject, stack[top].state == .name {
            stack[top].name = String(decoding: token, as: UTF8.self)
            stack[top].state = .colon
            return
        }
        do { value(try JSONParser.parse(token)) } catch {
            if top >= wrapperCount { noteError(error.reason) } else { noteError("not a JSON object") }
            if stack[top].isObject { value(.null) }
        }
    }

    /// Adds a scalar value; records an error if a comma or colon is missing before it.
    private mutating func value(_ value: JSON) {
        let top = stack.count - 1
        if top >= wrapperCount, stack[top].state != .value {
            noteError(stack[top].state == .colon ? "a colon is missing" : "a comma or a closing bracket is missing")
        }
        guard top < wrapperCount, stack[top].isObject else { return put(value, stack[top].context) }
        if value.text != nil { events.append(.value(value, stack[top].context == .code ? .code : .member)) }
        stack[top].state = .comma
    }

    mutating func comma() {
        guard excessDepth == 0, let top = stack.indices.last else { return }
        guard stack[top].isObject else { stack[top].state = .value; return }
        if top >= wrapperCount, stack[top].state == .colon || stack[top].state == .value {
            noteError(stack[top].state == .colon ? "a colon is missing" : "a value is missing")
        }
        stack[top].state = .name
    }

    /// Handles the colon after a name; outside of values it is text.
    mutating func colon() {
        guard let top = stack.indices.last else { lines.hasText = true; return }
        if excessDepth == 0, stack[top].state == .colon { stack[top].state = .value }
    }

    /// Skips a comment; a slash that does not start one is text.
    mutating func comment() throws(SystemError) {
        let previous = input.previous
        try input.advance()
        // Text contains URLs and media types such as */*.
        let canStart =
            !stack.isEmpty || previous <= 0x20 || previous == UInt8(ascii: ";") || previous == UInt8(ascii: ",")
        if canStart, input.current == UInt8(ascii: "/") {
            while let byte = input.current, byte != 0x0A { try input.advance() }
        } else if canStart, input.current == UInt8(ascii: "*") {
            try input.advance()
            while let byte = input.current {
                try input.advance()
                if byte == UInt8(ascii: "*"), input.current == UInt8(ascii: "/") { return try input.advance() }
            }
        } else {
            noteError("invalid JSON")
        }
    }
}
