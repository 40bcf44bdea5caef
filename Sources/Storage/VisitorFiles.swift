import Basics
import Heroes

/// The names of a visitor's files: by the SHA-256 of the token, so that a listing of the folder discloses no cookie, in one
/// of 65,536 folders.
struct VisitorFiles: Sendable {
    /// The SHA-256 of the token in 64 hexadecimal digits, or only the first 24 of them.
    let hash: String

    /// The favourites.
    var current: String { hash + ".jsonl" }
    /// The favourites before the last change; they count if the current file is damaged or missing.
    var previous: String { short + ".previous.jsonl" }
    /// The next change is written to this file, which never counts.
    var spare: String { short + ".spare" }

    /// The folder of the first level, relative to the store's.
    var outerFolder: String { String(hash.prefix(2)) }
    /// The folder with the files, relative to the store's.
    var folder: String { "\(outerFolder)/\(hash.dropFirst(2).prefix(2))" }

    /// The first byte of the hash.
    let bucket: Int

    init(_ visitor: Visitor) {
        self.init(hash: Hex.text(SHA256.hash(data: Array(visitor.token.utf8))))
    }

    /// Returns nil if the name is no visitor's file.
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

    /// Whether the name is one of this visitor's files.
    func contains(_ name: String) -> Bool { name.prefix { $0 != "." } == hash || name.hasPrefix(short + ".") }

    /// 96 bits, which no two visitors share; with names this short 24 visitors fit into one block of an ext4 folder, which
    /// spares a change of files that are not in memory one of 3.5 reads (measured).
    private static let shortLength = 24

    var short: Substring { hash.prefix(Self.shortLength) }

    /// The name under which a damaged file is kept for an operator to look at.
    static func damaged(_ name: String) -> String { name + ".damaged" }
}
