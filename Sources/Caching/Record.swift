import Basics
import FoundationEssentials

/// What a file of the store holds: a line with the format's name and a checksum, then the answer and its question.
struct Record<Value: Rememberable>: Codable {
    let question: String
    /// Seconds since 1970.
    let told: Double
    let value: Value

    private static var digestLength: Int { 64 }

    /// Nil where the bytes are of another format, or not those that were written.
    init?(_ bytes: [UInt8]) throws {
        let head = Array(recordFormat.utf8)
        let start = head.count + Self.digestLength + 1
        guard bytes.count > start, bytes.starts(with: head) else { return nil }
        let body = bytes[start...]
        guard bytes[head.count..<(start - 1)].elementsEqual(Hex.text(SHA256.hash(data: body)).utf8) else {
            return nil
        }
        self = try JSONDecoder().decode(Self.self, from: Data(body))
    }

    private init(question: String, told: Double, value: Value) {
        self.question = question
        self.told = told
        self.value = value
    }

    fileprivate static func bytes(_ question: Question, _ value: Value, told: Date) throws -> [UInt8] {
        let record = Record(question: question.text, told: told.timeIntervalSince1970, value: value)
        let body = [UInt8](try JSONEncoder().encode(record))
        return Array((recordFormat + Hex.text(SHA256.hash(data: body)) + "\n").utf8) + body
    }
}

extension Entry {
    /// The entry as a file holds it; nil where it is an absence, which is not worth one.
    func bytes(of question: Question) throws -> [UInt8]? { try value?.bytes(of: question, told: told) }
}

extension Rememberable {
    fileprivate func bytes(of question: Question, told: Date) throws -> [UInt8] {
        try Record.bytes(question, self, told: told)
    }
}

/// The name of the format; a later one has another number, and what bears this one is asked for again.
private let recordFormat = "heroes-cache 2 "
