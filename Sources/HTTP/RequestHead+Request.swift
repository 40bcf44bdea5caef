import HTTPTypes

extension RequestHead {
    /// Creates the head of this request, as if the server had parsed it.
    public init(_ request: Request) {
        var bytes = Array(request.target.utf8)
        let lines = request.fields.map { field in
            let name = bytes.count..<bytes.count + field.name.rawName.utf8.count
            bytes += field.name.rawName.utf8
            let start = bytes.count
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            return Line(name: name, value: start..<bytes.count)
        }
        self.init(
            method: request.method, bytes: bytes, target: 0..<request.target.utf8.count, lines: lines,
            peer: request.peer)
    }
}
