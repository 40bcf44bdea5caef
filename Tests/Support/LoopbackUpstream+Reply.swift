extension LoopbackUpstream {
    /// What a script has done with a request.
    package indirect enum Answer: Sendable {
        /// A well-formed answer with its Content-Length (unless the headers have one); the connection stays open.
        case response(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = [])
        /// Exactly these bytes, then the connection is closed.
        case bytes([UInt8])
        /// Exactly these bytes, then the connection is reset.
        case reset(after: [UInt8] = [])
        /// One byte each so many seconds, then the connection is closed.
        case drip([UInt8], every: Double)
        /// Nothing, with the connection open until the other side leaves.
        case silence
        /// The answer, so many seconds later, if the other side is still there.
        case after(Double, Answer)
        /// The answer, once the gate is open, if the other side is still there.
        case when(Gate, Answer)

        package static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
            .response(status: status, headers: headers, body: Array(text.utf8))
        }

        package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
            .text(text, status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers)
        }

        package static func raw(_ text: String) -> Answer { .bytes(Array(text.utf8)) }
    }
}
