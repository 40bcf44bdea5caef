import Basics

extension RecordScanner {
    /// Reads a string to its closing quote; a line's end, which none may hold, ends it too.
    mutating func string() throws(SystemError) {
        let quote = input.current ?? UInt8(ascii: "\"")
        let (text, flaw) = try quoted(quote)
        guard beyond == 0 else { return }
        guard let top = stack.indices.last else {
            guard flaw == nil, let text else { lines.hasText = true; return }
            let context: Context = lines.hasText ? .code : .listed
            return put(.string(text), context)
        }
        if let flaw { self.flaw(flaw) }
        if stack[top].isObject, stack[top].state == .name || stack[top].state == .comma {
            if stack[top].state == .comma, top >= frames { self.flaw("a comma is missing") }
            stack[top].name = text ?? ""
            stack[top].state = .colon
        } else {
            value(.string(text ?? ""))
        }
    }

    /// Reads the text between two quotes, nil if there is none, and what is wrong with it.
    private mutating func quoted(_ quote: UInt8) throws(SystemError) -> (String?, flaw: String?) {
        var hasEscapes = false
        token.removeAll(keepingCapacity: true)
        try input.advance()
        while true {
            try input.take(into: &token) { $0 == quote || $0 == UInt8(ascii: "\\") || $0 == 0x0A || $0 == 0x22 }
            guard let byte = input.current else { return (nil, Self.endOfFile) }
            guard byte != 0x0A else { return (nil, "a string without its end") }
            try input.advance()
            if byte == quote { break }
            hasEscapes = true
            guard byte == UInt8(ascii: "\\"), let escaped = input.current, escaped != 0x0A else {
                // A double quote between single ones.
                token.append(contentsOf: [UInt8(ascii: "\\"), byte])
                continue
            }
            try input.advance()
            token.append(contentsOf: escaped == UInt8(ascii: "'") ? [escaped] : [UInt8(ascii: "\\"), escaped])
        }
        guard hasEscapes else { return (String(recorded: token[...]), nil) }
        do { return (try JSONParser.unescape(token), nil) } catch { return (nil, error.reason) }
    }

    /// Reads a number or a word: a value, or the name of a member without quotes.
    mutating func word() throws(SystemError) {
        token.removeAll(keepingCapacity: true)
        try input.take(into: &token) { !Self.isWord($0) }
        guard let top = stack.indices.last else { lines.hasText = true; return }
        guard beyond == 0 else { return }
        if stack[top].isObject, stack[top].state == .name {
            stack[top].name = String(decoding: token, as: UTF8.self)
            stack[top].state = .colon
            return
        }
        // What is called says what its argument is, as in ObjectId("…").
        if input.current == UInt8(ascii: "(") { return }
        do { value(try JSONParser.parse(token)) } catch {
            let word = String(decoding: token, as: UTF8.self)
            if let meant = Self.words[word] { return value(meant) }
            if top >= frames { flaw(error.reason) } else { flaw("this is no JSON object") }
            if stack[top].isObject { value(.null) }
        }
    }

    /// Words of Python, Ruby and JavaScript.
    private static let words: [String: JSON] = [
        "None": .null, "nil": .null, "undefined": .null, "NaN": .null, "True": .bool(true), "False": .bool(false),
    ]

    /// Puts a value without brackets in, and notes what is missing before it.
    private mutating func value(_ value: JSON) {
        let top = stack.count - 1
        if top >= frames, stack[top].state != .value {
            flaw(stack[top].state == .colon ? "a colon is missing" : "a comma or a closing bracket is missing")
        }
        guard top < frames, stack[top].isObject else { return put(value, stack[top].context) }
        if value.text != nil { found.append(.value(value, stack[top].context == .code ? .code : .member)) }
        stack[top].state = .comma
    }

    mutating func comma() {
        guard beyond == 0, let top = stack.indices.last else { return }
        guard stack[top].isObject else { stack[top].state = .value; return }
        if top >= frames, stack[top].state == .colon || stack[top].state == .value {
            flaw(stack[top].state == .colon ? "a colon is missing" : "a value is missing")
        }
        stack[top].state = .name
    }

    /// Notes the colon behind a name, or what Ruby has for it; outside of everything it is text.
    mutating func colon() {
        guard let top = stack.indices.last else { lines.hasText = true; return }
        if beyond == 0, stack[top].state == .colon { stack[top].state = .value }
    }

    /// Steps over a comment; a slash that begins none is text.
    mutating func comment() throws(SystemError) {
        let before = input.previous
        let mark = input.current
        try input.advance()
        // Text has addresses with slashes in it, and types such as */*.
        let canBegin = !stack.isEmpty || before <= 0x20 || before == UInt8(ascii: ";") || before == UInt8(ascii: ",")
        if canBegin, mark == UInt8(ascii: "#") || input.current == UInt8(ascii: "/") {
            while let byte = input.current, byte != 0x0A { try input.advance() }
        } else if canBegin, input.current == UInt8(ascii: "*") {
            try input.advance()
            while let byte = input.current {
                try input.advance()
                if byte == UInt8(ascii: "*"), input.current == UInt8(ascii: "/") { return try input.advance() }
            }
        } else {
            flaw("something that is no JSON")
        }
    }
}
