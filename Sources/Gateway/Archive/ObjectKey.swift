import GRDB

/// The number of an object in archive files: its id, and the code of its kind in the three lowest bits.
struct ObjectKey: RawRepresentable, Hashable, Comparable, Sendable, DatabaseValueConvertible {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ kind: Kind, _ id: Int) { rawValue = id * 8 + kind.code }

    var id: Int { rawValue / 8 }

    /// The kind's code, or `pairCode`.
    var code: Int { rawValue % 8 }

    /// Nil if no kind has the code.
    var kind: Kind? { Kind(code: code) }

    static func < (left: ObjectKey, right: ObjectKey) -> Bool { left.rawValue < right.rawValue }

    /// The largest valid id, far below the overflow of a key.
    static let largestID = 1 << 53

    /// The code of relations between two characters, which no kind has.
    static let pairCode = 7

    /// The kind of the relations of a team to the villains that it fights, which is none of an object.
    static let foeCode = 8
}

extension Kind {
    /// The kind's number in archive files, below 7: its position. Must not change, since existing files contain it.
    var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(code: Int) {
        guard Self.allCases.indices.contains(code) else { return nil }
        self = Self.allCases[code]
    }
}

/// Keys in SQL.
extension ObjectKey {
    /// Returns the key of an id; both are SQL.
    static func sql(_ id: String, _ kind: Kind) -> String { sql(id, code: "\(kind.code)") }

    /// Returns the key of an id with a kind's code; all are SQL.
    static func sql(_ id: String, code: String) -> String { "(\(id) * 8 + \(code))" }

    /// Returns the id in a key; both are SQL.
    static func idSQL(_ key: String) -> String { "(\(key) / 8)" }

    /// Returns the code of the kind in a key; both are SQL.
    static func codeSQL(_ key: String) -> String { "(\(key) % 8)" }
}
