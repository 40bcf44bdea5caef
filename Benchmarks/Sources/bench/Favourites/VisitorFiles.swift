import Basics
import Heroes

/// Where a visitor’s files lie, without asking the store.
struct VisitorFiles {
    let folder: String
    let current: String
    let previous: String
    let spare: String

    init(of visitor: Visitor, in store: String) {
        var hash: [UInt8] = []
        for byte in SHA256.hash(data: Array(visitor.token.utf8)) {
            hash += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
        }
        let name = String(decoding: hash, as: UTF8.self)
        let short = name.prefix(24)
        folder = "\(store)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))"
        (current, previous, spare) = ("\(name).jsonl", "\(short).previous.jsonl", "\(short).spare")
    }

    /// The paths of the three files that a visitor has after some changes, the current one first.
    var all: [String] { [current, previous, spare].map { "\(folder)/\($0)" } }

    private static let digits = Array("0123456789abcdef".utf8)
}
