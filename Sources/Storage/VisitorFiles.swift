import Basics
import Heroes

/// The names of a visitor's files, from the SHA-256 of the token, so that a folder listing discloses no cookie; in one
/// of 65,536 folders.
struct VisitorFiles: Sendable {
    /// The SHA-256 of the token in 64 hexadecimal digits, or the first 24 of them.
    let hash: String

    /// The file of the favourites.
    var current: String { hash + ".jsonl" }
    /// The file of the favourites before the last change, read if the current file is damaged or missing.
    var previous: String { short + ".previous.jsonl" }
    /// The file that the next change is written to; never read.
    var spare: String { short + ".spare" }

    /// The outer folder, relative to the store's.
    var outerFolder: String { String(hash.prefix(2)) }
    /// The folder of the files, relative to the store's.
    var folder: String { "\(outerFolder)/\(hash.dropFirst(2).prefix(2))" }

    /// The SHA-256 of the token; nil if only a part of it is known.
    var id: [UInt8]? {
        guard hash.utf8.count == 64 else { return nil }
        let digits = Array(hash.utf8)
        return stride(from: 0, to: 64, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    /// The first byte of the hash, which selects the queue.
    let bucket: Int

    init(_ visitor: Visitor) { self.init(hash: Hex.text(visitor.hash)) }

    /// Returns nil if the name is not a visitor's file.
    init?(of name: String) {
        let hash = name.prefix { $0 != "." }
        guard [64, Self.shortLength].contains(hash.utf8.count), hash.utf8.allSatisfy(Hex.isDigit) else {
            return nil
        }
        self.init(hash: String(hash))
    }

    private init(hash: String) {
        self.hash = hash
        bucket = Int(hash.prefix(2), radix: 16) ?? 0
    }

    /// Returns true if the name is one of this visitor's files.
    func contains(_ name: String) -> Bool { name.prefix { $0 != "." } == hash || name.hasPrefix(short + ".") }

    /// 96 bits, practically unique. With such short names 24 visitors fit into one block of an ext4 folder, which saves
    /// one of 3.5 reads of a change with a cold page cache (measured).
    private static let shortLength = 24

    var short: Substring { hash.prefix(Self.shortLength) }

    /// Returns the new name of a damaged file, for inspection by an operator.
    static func damaged(_ name: String) -> String { name + ".damaged" }
}
