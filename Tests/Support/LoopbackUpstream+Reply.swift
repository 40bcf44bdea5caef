extension LoopbackUpstream {
    /// The reply to a request.
    package indirect enum Reply: Sendable {
        /// A well-formed response with its Content-Length (unless the headers have one); the connection stays open.
        case response(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = [])
        /// Exactly these bytes, then the connection is closed.
        case bytes([UInt8])
        /// Exactly these bytes, then the connection is reset.
        case reset(after: [UInt8] = [])
        /// One byte per interval in seconds, then the connection is closed.
        case drip([UInt8], every: Double)
        /// No bytes; the connection is open until the client disconnects.
        case silence
        /// The reply after these seconds, if the client is still connected.
        case after(Double, Reply)
        /// The reply once the gate is open, if the client is still connected.
        case when(Gate, Reply)

        package static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Reply {
            .response(status: status, headers: headers, body: Array(text.utf8))
        }

        package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Reply {
            .text(text, status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers)
        }

        package static func raw(_ text: String) -> Reply { .bytes(Array(text.utf8)) }
    }
}
