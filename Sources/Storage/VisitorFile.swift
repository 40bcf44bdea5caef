import Crypto
import Heroes

/// Where a visitor's favourites lie: named by the SHA-256 of the token, so that a listing of the folder gives no
/// cookie away, and spread over 65,536 folders.
///
/// Its names are made once, since a change needs each of them several times.
final class VisitorFile: Hashable, Sendable {
    /// The SHA-256 of the token in 64 hexadecimal digits; where only the short names are known, as many as these have.
    let hash: String
    /// Nil where only the file is known.
    let visitor: Visitor?

    /// The folder of the first level, within the store's.
    let outerFolder: String
    /// The folder that holds the files, within the store's.
    let folder: String

    /// What the visitor has.
    let current: String
    /// What the visitor had before the last change.
    let previous: String
    /// What the next change is written to: what the visitor had before the previous state, or the leftover of a crash.
    /// It never counts.
    let spare: String

    /// The byte of the store's lock file that stands for the visitor: the hash's first 62 bits, so that two visitors
    /// all but never wait for each other.
    let lockedByte: Int
    /// How many such bytes there can be.
    static let lockedBytes = 1 << 62

    convenience init(_ visitor: Visitor) {
        self.init(hash: Hexadecimal.text(SHA256.hash(data: Array(visitor.token.utf8))), visitor)
    }

    /// The visitor that a file belongs to; nil for a file that is none of the store's.
    convenience init?(of name: String) {
        let hash = name.prefix { $0 != "." }
        guard [Self.fullLength, Self.shortLength].contains(hash.utf8.count), hash.utf8.allSatisfy(Hexadecimal.isDigit)
        else { return nil }
        self.init(hash: String(hash), nil)
    }

    private init(hash: String, _ visitor: Visitor?) {
        (self.hash, self.visitor) = (hash, visitor)
        outerFolder = String(hash.prefix(2))
        folder = "\(outerFolder)/\(hash.dropFirst(2).prefix(2))"
        let short = hash.prefix(Self.shortLength)
        (current, previous, spare) = (hash + ".jsonl", short + ".previous.jsonl", short + ".spare")
        lockedByte = Int(truncatingIfNeeded: (UInt64(hash.prefix(16), radix: 16) ?? 0) >> 2)
    }

    private static let fullLength = 64
    /// 96 bits, which no two visitors have in common, and short enough that the names of 24 visitors fit into one block.
    /// With names as long as the current file's those of 17 take ext4 three, as a third of the folders have with a
    /// million visitors, and a change of files not in memory 3.5 reads of the disk instead of 2.5 (measured).
    private static let shortLength = 24

    /// The names by visitor, without those that are none of the store's.
    static func visitors(of names: [String]) -> [VisitorFile: [String]] {
        var visitors: [VisitorFile: [String]] = [:]
        // The long names first, as the file is only known by them.
        for name in names.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            if let file = VisitorFile(of: name) { visitors[file, default: []].append(name) }
        }
        return visitors
    }

    static func == (one: VisitorFile, other: VisitorFile) -> Bool { one === other || one.spare == other.spare }

    func hash(into hasher: inout Hasher) { hasher.combine(lockedByte) }

    /// The mark that stands for the visitor, and for one of 4,094 others: the hash's first twelve bits.
    var mark: Int { min(max(lockedByte >> 50, MarkWindow.witness + 1), MarkWindow.refusals - 1) }

    /// The name under which a file that cannot be read is kept for a person to look at, the first or a later one.
    static func damaged(_ name: String, _ number: Int = 1) -> String {
        number == 1 ? name + ".damaged" : "\(name).damaged-\(number)"
    }

    /// Whether the name is such a one.
    static func isDamaged(_ name: String) -> Bool { name.contains(".damaged") }
}

/// Bytes in hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        // As many as a hash has.
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func isDigit(_ byte: UInt8) -> Bool { digits.contains(byte) }

    private static let digits = Array("0123456789abcdef".utf8)
}
