/// A page as it came.
struct PageArrival {
    let status: Int
    /// Whether it came in parts, without its length.
    let isStreamed: Bool
    /// Seconds from the question to the first bytes of content.
    let first: Double
    /// Seconds from the question to the end.
    let whole: Double
    let text: String
}

extension PlainClient {
    /// Asks for a page by GET, and notes when it comes.
    func page(_ path: String) throws -> PageArrival {
        let clock = ContinuousClock()
        let start = clock.now
        try ask(for: path)
        let head = try takeHead()
        if received.isEmpty, head.field("content-length") != "0" { try receive() }
        let first = clock.now - start
        let isStreamed = head.field("transfer-encoding") == "chunked"
        let bytes = isStreamed ? try takeChunks() : try takeBytes(head.field("content-length").flatMap { Int($0) } ?? 0)
        return PageArrival(
            status: head.status, isStreamed: isStreamed, first: first / .seconds(1),
            whole: (clock.now - start) / .seconds(1), text: String(decoding: bytes, as: UTF8.self))
    }

    private func takeBytes(_ count: Int) throws -> [UInt8] {
        while received.count < count { try receive() }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// The chunks' content (RFC 9112 section 7.1), up to the last one.
    private func takeChunks() throws -> [UInt8] {
        var content: [UInt8] = []
        while true {
            var end = received.firstIndex(of: UInt8(ascii: "\n"))
            while end == nil {
                try receive()
                end = received.firstIndex(of: UInt8(ascii: "\n"))
            }
            let line = try takeBytes((end ?? 0) + 1).prefix { $0 != UInt8(ascii: "\r") }
            guard let size = Int(String(decoding: line, as: UTF8.self), radix: 16) else {
                throw Unmeasurable("a chunk without its size")
            }
            content += try takeBytes(size + 2).dropLast(2)
            if size == 0 { return content }
        }
    }
}
