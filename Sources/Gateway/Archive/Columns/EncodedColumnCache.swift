import FoundationEssentials
import GRDB
import Synchronization

/// A cache of the columns of the archive's current revision.
final class EncodedColumnCache: Sendable {
    private struct State {
        var revision = 0
        var columns: [String: EncodedColumn] = [:]
    }

    private let state = Mutex(State())

    /// Returns the column with this name, such as `comics.onsale`, in this revision.
    func column(_ name: String, revision: Int, _ db: Database) throws -> EncodedColumn {
        if let cached = state.withLock({ $0.revision == revision ? $0.columns[name] : nil }) { return cached }
        let statement = try db.cachedStatement(sql: "SELECT codes FROM coded WHERE name = ?")
        let column = EncodedColumn(codes: UInt32Blob.numbers(try Data.fetchOne(statement, arguments: [name]) ?? Data()))
        state.withLock { state in
            // A reader's snapshot may be older than the cached revision.
            guard revision >= state.revision else { return }
            if revision > state.revision { state = State(revision: revision) }
            state.columns[name] = column
        }
        return column
    }

    /// Reads all columns, so that no request waits for it.
    func fill(_ db: Database) throws {
        let revision = try Archive.origin(db).revision
        for kind in Kind.allCases {
            for name in Columns.encoded(kind) { _ = try column("\(kind.rawValue).\(name)", revision: revision, db) }
        }
    }
}
