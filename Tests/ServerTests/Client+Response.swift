/// A response as received.
struct ReceivedResponse {
    let status: Int
    let reason: String
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

extension Client {
    /// Receives the next response; its body ends as its fields state. A response to HEAD has none.
    func response(toHEAD: Bool = false) async throws -> ReceivedResponse {
        let head = try await receive(through: "\r\n\r\n").text
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = lines.removeFirst().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(description: "no status line: \(head)")
        }
        let fields = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
        }
        var response = ReceivedResponse(status: status, reason: String(words[2]), fields: fields, body: [])
        if !toHEAD, status >= 200, status != 204, status != 304 {
            let body = try await body(of: response)
            response = ReceivedResponse(status: status, reason: response.reason, fields: fields, body: body)
        }
        return response
    }

    private func body(of response: ReceivedResponse) async throws -> [UInt8] {
        if let length = response.values("Content-Length").first.flatMap({ Int($0) }) {
            return try await receive(count: length)
        }
        guard response.values("Transfer-Encoding") == ["chunked"] else { return try await receiveToEnd() }
        var body: [UInt8] = []
        while let chunk = try await chunk() { body += chunk }
        return body
    }

    /// Receives the next chunk; nil for the last one.
    func chunk() async throws -> [UInt8]? {
        let line = try await receive(through: "\r\n").text.dropLast(1)
        guard let size = Int(line, radix: 16) else { throw Failure(description: "no chunk size: \(line)") }
        let bytes = try await receive(count: size)
        guard try await receive(count: 2) == Array("\r\n".utf8) else { throw Failure(description: "no end of chunk") }
        return size == 0 ? nil : bytes
    }
}
