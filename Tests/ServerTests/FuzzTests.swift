import HTTPTypes
import Support
import Testing

@testable import Server

@Suite("Parser with mutated requests")
struct FuzzTests {
    @Test("the parser never crashes, and any split into pieces has the same result", arguments: 0..<4)
    func mutated(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let seeds = RawCase.all.map(\.bytes).filter { $0.count < 300 }
        for round in 0..<5000 {
            // Lets other tests run.
            if round % 50 == 0 { await Task.yield() }
            let bytes = random.mutated(seeds)
            let complete = ParseResult(of: bytes, pieces: [bytes.count])
            let pieces = (0..<8).map { _ in Int.random(in: 1...40, using: &random) }
            guard complete == ParseResult(of: bytes, pieces: pieces), complete == ParseResult(of: bytes, pieces: [])
            else {
                Issue.record("parsed in two ways: \(bytes.text.debugDescription)")
                return
            }
            for incoming in complete.requests { check(incoming, bytes) }
        }
    }

    /// Checks the invariants of every request that a handler gets.
    private func check(_ incoming: IncomingRequest, _ bytes: [UInt8]) {
        let request = incoming.request
        let isSound =
            (request.target.hasPrefix("/") || request.target == "*")
            && request.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && request.fields.allSatisfy { field in
                field.withUnsafeBytesOfValue { $0.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7F } }
            }
            && request.fields[values: .init("Host") ?? .accept].count <= 1
            && !(request.fields.contains(.contentLength) && request.fields.contains(.transferEncoding))
            && request.body.count <= 65536
        #expect(isSound, "\(bytes.text.debugDescription)")
    }
}

extension SeededGenerator {
    private static let words = [
        "\r", "\n", "\r\n", "\r\n\r\n", "\0", " ", "\t", ":", ",", ";", "=", "\"", "%", "%4", "/", "?", "*", "0", "5",
        "chunked", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: a\r\n", "HTTP/1.1", "HTTP/1.0",
        "Connection: close\r\n", "FFFFFFFFFFFFFFFF", "-1", "+", "http://a", "\u{FF}",
        get,
    ].map { Array($0.utf8) }

    /// Returns one of the seeds or two of them joined, with up to four mutations.
    mutating func mutated(_ seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds.randomElement(using: &self) ?? []
        if Bool.random(using: &self) { bytes += seeds.randomElement(using: &self) ?? [] }
        for _ in 0..<Int.random(in: 0...4, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &self)
            case 1: bytes.insert(contentsOf: Self.words.randomElement(using: &self) ?? [], at: index)
            case 2: bytes.removeSubrange(index..<Swift.min(bytes.count, index + Int.random(in: 1...6, using: &self)))
            case 3: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            default: bytes.insert(contentsOf: bytes[index..<Swift.min(bytes.count, index + 12)], at: index)
            }
        }
        return bytes
    }
}
