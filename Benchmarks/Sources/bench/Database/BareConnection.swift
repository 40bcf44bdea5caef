import CPQ
import Foundation

/// A connection of libpq without the pool and the store; it blocks, and is used by one thread at a time.
final class BareConnection: @unchecked Sendable {
    private let connection: OpaquePointer

    private static let statements = [
        ("read", "SELECT revision, list, last_seen < CURRENT_DATE FROM visitor WHERE id = $1"),
        (
            "write",
            """
            UPDATE visitor SET list = $3, last_seen = CURRENT_DATE,
              revision = greatest(revision + 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
            WHERE id = $1 AND revision = $2 RETURNING revision
            """
        ),
    ]

    init(_ text: String) throws {
        guard let connection = PQconnectdb(text) else { throw BenchmarkError("libpq has no memory") }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else { throw error }
        for (name, text) in Self.statements {
            let result = PQprepare(connection, name, text, 0, nil)
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error }
        }
    }

    deinit { PQfinish(connection) }

    /// Reads a visitor's row, and returns its revision.
    func read(_ id: [UInt8]) throws -> Int { try run("read", id) }

    /// Replaces a visitor's list if the revision is still the same, and returns the new one.
    func write(_ id: [UInt8], _ revision: Int, _ list: [UInt8]) throws -> Int {
        try run("write", id + withUnsafeBytes(of: revision.bigEndian) { Array($0) } + list, [8, Int32(list.count)])
    }

    /// Runs a statement with an ID and values behind it, and returns the number in the first column of its only row.
    private func run(_ name: String, _ bytes: [UInt8], _ others: [Int32] = []) throws -> Int {
        let lengths = [32] + others
        let result = bytes.withUnsafeBytes { buffer in
            var offset = 0
            let values = lengths.map { length in
                defer { offset += Int(length) }
                return buffer.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
            }
            return PQexecPrepared(
                connection, name, Int32(lengths.count), values.map { UnsafePointer($0) }, lengths,
                lengths.map { _ in 1 }, 1)
        }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1, let value = PQgetvalue(result, 0, 0)
        else { throw error }
        return Int(bigEndian: UnsafeRawPointer(value).loadUnaligned(as: Int.self))
    }

    private var error: BenchmarkError { BenchmarkError("libpq: \(String(cString: PQerrorMessage(connection)))") }
}
