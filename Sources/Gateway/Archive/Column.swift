import FoundationEssentials
import GRDB
import Synchronization

/// What the objects of a kind have in one respect, as dictionary-encoded columns tell it: a code for each object, by
/// its rank. Codes count the distinct values in their order, so they compare as the values do.
struct Column: Sendable {
    let codes: [UInt32]
    /// How many codes there are.
    let distinct: Int

    init(codes: [UInt32]) {
        self.codes = codes
        distinct = codes.max().map { Int($0) + 1 } ?? 0
    }

    /// The order of one column, in which no two objects have the same place, with the same code for neighbours that are
    /// alike in another one.
    init(places: Column, alikeIn other: Column) {
        var ranks = [Int](repeating: 0, count: places.distinct)
        for (rank, place) in places.codes.enumerated() { ranks[Int(place)] = rank }
        var codes = places.codes
        var code: UInt32 = 0
        for (former, rank) in zip(ranks, ranks.dropFirst()) {
            if other.codes[former] != other.codes[rank] { code += 1 }
            codes[rank] = code
        }
        if let first = ranks.first { codes[first] = 0 }
        self.init(codes: codes)
    }
}

/// The columns that were asked for, kept for the edition of the archive that they were read from.
final class ColumnCache: Sendable {
    private struct State {
        var edition = 0
        var columns: [String: Column] = [:]
    }

    private let state = Mutex(State())

    /// The column of that name, a kind and a column with a dot between them, in this edition; read where it is not known
    /// yet.
    func column(_ name: String, edition: Int, _ db: Database) throws -> Column {
        if let known = state.withLock({ $0.edition == edition ? $0.columns[name] : nil }) { return known }
        let statement = try db.cachedStatement(sql: "SELECT codes FROM coded WHERE name = ?")
        let column = Column(codes: Vector.numbers(try Data.fetchOne(statement, arguments: [name]) ?? Data()))
        state.withLock { state in
            // A reader may still look at an older edition than another one did.
            guard edition >= state.edition else { return }
            if edition > state.edition { state = State(edition: edition) }
            state.columns[name] = column
        }
        return column
    }

    /// Reads all columns, so that no caller waits for that.
    func fill(_ db: Database) throws {
        let edition = try Archive.origin(db).edition
        for kind in Kind.allCases {
            for name in Columns.coded(kind) { _ = try column("\(kind.rawValue).\(name)", edition: edition, db) }
        }
    }
}
