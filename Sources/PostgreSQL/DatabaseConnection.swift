import Basics
import CPQ
import Glibc

/// A connection of libpq, used by one thread. Every statement ends at a deadline of the caller: no timeout of the server
/// ends the wait for a server process that hangs.
///
/// Statements are unnamed, because a proxy in transaction mode, such as PgBouncer, runs each on another session.
final class DatabaseConnection {
    private let pointer: OpaquePointer
    /// Warnings and errors that the server sent beside results.
    private var warnings: [String] = []
    /// The reason why the connection is lost or given up; then it can only be released.
    private(set) var lossReason: String?
    var isUsable: Bool { lossReason == nil }

    /// A failed exchange with the server.
    private enum Failure: Error {
        case lost(String)
        case rejected(sqlState: String, message: String)
    }

    /// Connects to the first server of the list that accepts writes.
    init(_ settings: ConnectionSettings) throws(DatabaseError) {
        guard let started = ConnectionSettings.start(settings.options) else {
            throw .unavailable("libpq has no memory for a connection")
        }
        pointer = started
        // Messages then contain the SQLSTATE, which does not depend on the server's language.
        PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        PQsetNoticeReceiver(
            pointer,
            { context, result in
                guard let context, let result, let severity = PQresultErrorField(result, Int32(heroes_pq_severity))
                else { return }
                guard ["WARNING", "ERROR", "FATAL", "PANIC"].contains(String(cString: severity)) else { return }
                let connection = Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue()
                connection.warnings.append(DatabaseConnection.field(heroes_pq_message, of: result))
            }, Unmanaged.passUnretained(self).toOpaque())
        // Starts again with this verbosity, and waits: libpq has a timeout for each address only if it waits itself.
        PQreset(pointer)
        guard PQstatus(pointer) == CONNECTION_OK else { throw connectError(settings) }
        PQsetnonblocking(pointer, 1)
        try execute(Self.sessionSettings, deadline: .now + 2_000)
    }

    /// A server that works answers within its own timeouts, before the client's deadline for writes. The warning of a
    /// commit without its standby must be sent, and no transaction be serializable, whatever the role's settings.
    private static let sessionSettings = """
        SET statement_timeout = 4000; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = 5000;
        SET client_min_messages = warning; SET default_transaction_isolation = 'read committed'
        """

    deinit { PQfinish(pointer) }

    /// The error of a failed connection; libpq 15 has the SQLSTATE only in the text, as in "FATAL:  28P01: …".
    private func connectError(_ settings: ConnectionSettings) -> DatabaseError {
        let lines = String(cString: PQerrorMessage(pointer)).split(separator: "\n")
        let text = lines.filter { !$0.hasPrefix("\t") && !$0.hasPrefix("LOCATION:") }.joined(separator: "; ")
        let states = text.matches(of: #/: {2}([0-9A-Z]{5}): /#).map { String($0.1) }
        if !DatabaseError.refusedStates.isDisjoint(with: states) {
            return .refused("\(text) (check user, password, database and pg_hba.conf)")
        }
        // Of libpq itself, so without an SQLSTATE.
        if text.contains("no password supplied") {
            return .refused("\(text) (set PGPASSWORD, or a password in libpq's own files)")
        }
        // libpq reads numbers only when it connects.
        if text.contains(#/invalid (port number|integer value)/#) {
            return .refused("libpq refuses the connection string: \(text)")
        }
        return .unavailable("cannot connect to \(settings): \(text)")
    }

    /// Returns false if the server has closed the connection. Never waits.
    func isAlive() -> Bool {
        while isUsable, wait(for: POLLIN, until: MonotonicTime(milliseconds: 0)) {
            // The last message of a server that shuts down arrives as a notice.
            let isOpen = PQconsumeInput(pointer) == 1 && PQisBusy(pointer) == 0 && PQstatus(pointer) == CONNECTION_OK
            if !isOpen || !warnings.isEmpty { lossReason = warnings.first ?? lastMessage }
        }
        return isUsable
    }

    /// Runs the statement. If it throws `.unavailable` and the connection is lost, another one may repeat it.
    func run(
        _ statement: SQLStatement, _ parameters: [SQLValue] = [], deadline: MonotonicTime
    ) throws(DatabaseError) -> SQLResult {
        try exchange(isWrite: statement.isWrite, deadline) { send(statement.text, parameters) }
    }

    /// Executes statements without parameters in one transaction, and ignores their results.
    func execute(_ script: String, deadline: MonotonicTime) throws(DatabaseError) {
        _ = try exchange(isWrite: false, deadline) { PQsendQuery(pointer, script) }
    }

    private func exchange(
        isWrite: Bool, _ deadline: MonotonicTime, send: () -> Int32
    ) throws(DatabaseError) -> SQLResult {
        warnings = []
        do throws(Failure) {
            try check(send())
            let result = try results(by: deadline)
            // A cancelled wait for a synchronous standby is a success with a warning.
            if isWrite, let warning = warnings.first { throw .lost(warning) }
            return result
        } catch {
            switch error {
            case .lost(let reason):
                lossReason = reason
                // 57P05: the server had ended the session, because it was idle, before the statement came.
                throw isWrite && !reason.contains("57P05") ? .unconfirmed(reason) : .unavailable(reason)
            case .rejected(let sqlState, let message):
                // A server that is read-only after a failover.
                if sqlState == "25006" { lossReason = message }
                throw DatabaseError(sqlState: sqlState, message: message)
            }
        }
    }

    private func send(_ text: String, _ parameters: [SQLValue]) -> Int32 {
        let values = parameters.map(\.binary)
        // One buffer for all values; a null has no address.
        let bytes = values.compactMap(\.self).flatMap(\.self) + [0]
        return bytes.withUnsafeBytes { buffer in
            var offset = 0
            let addresses = values.map { value -> UnsafePointer<CChar>? in
                guard let value, let base = buffer.baseAddress else { return nil }
                defer { offset += value.count }
                return (base + offset).assumingMemoryBound(to: CChar.self)
            }
            let lengths = values.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: values.count)
            return PQsendQueryParams(pointer, text, Int32(values.count), nil, addresses, lengths, formats, 1)
        }
    }

    /// Waits for the results of the command that was sent, and returns the last one. Reads while it writes: a server
    /// reads no more while its own output blocks.
    private func results(by deadline: MonotonicTime) throws(Failure) -> SQLResult {
        var result: SQLResult?
        var failure: Failure?
        while true {
            let unsent = PQflush(pointer)
            if unsent < 0 { throw .lost(lastMessage) }
            if unsent == 0, PQisBusy(pointer) == 0 {
                guard let next = PQgetResult(pointer) else { break }
                defer { PQclear(next) }
                do throws(Failure) { result = try Self.result(next) } catch { failure = error }
                continue
            }
            let events = unsent == 0 ? POLLIN : POLLIN | POLLOUT
            guard MonotonicTime.now < deadline, wait(for: events, until: deadline) else {
                cancel()
                throw .lost("the database did not answer in time")
            }
            try check(PQconsumeInput(pointer))
        }
        guard PQstatus(pointer) == CONNECTION_OK else { throw .lost(lastMessage) }
        if let failure { throw failure }
        guard let result else { throw .lost("the database sent no result") }
        return result
    }

    /// Asks the server to end the statement, because no timeout of the server ends the wait for a standby. libpq waits
    /// for the server without a limit, so this has a thread of its own.
    private func cancel() {
        nonisolated(unsafe) let request = PQgetCancel(pointer)
        // Without a thread, the server's process is left until the standby is back.
        let thread = try? SystemThread(named: "pg-cancel") {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(request, &message, Int32(message.count))
            PQfreeCancel(request)
        }
        thread?.detach()
    }

    private static func result(_ pointer: OpaquePointer) throws(Failure) -> SQLResult {
        switch PQresultStatus(pointer) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
        default:
            let state = field(heroes_pq_sqlstate, of: pointer)
            throw .rejected(sqlState: state, message: field(heroes_pq_message, of: pointer))
        }
        // The rows of a script are text, and not read.
        let columns = 0..<(PQbinaryTuples(pointer) == 1 ? PQnfields(pointer) : 0)
        let rows = try (0..<PQntuples(pointer)).map { row throws(Failure) in
            SQLRow(columns: try columns.map { column throws(Failure) in try value(pointer, row, column) })
        }
        return SQLResult(rows: rows, count: Int(String(cString: PQcmdTuples(pointer))) ?? 0)
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) throws(Failure) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let length = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: length)
        guard let value = SQLValue(type: PQftype(result, column), binary: bytes) else {
            throw .rejected(sqlState: "42804", message: "column \(column) has a type that needs a cast")
        }
        return value
    }

    private static func field(_ code: Int, of result: OpaquePointer) -> String {
        PQresultErrorField(result, Int32(code)).map { String(cString: $0) } ?? ""
    }

    private func check(_ isDone: Int32) throws(Failure) { if isDone != 1 { throw .lost(lastMessage) } }

    private var lastMessage: String {
        String(cString: PQerrorMessage(pointer)).split(separator: "\n").first.map(String.init) ?? "connection lost"
    }

    /// Returns false if the socket is not ready at the deadline. No signal interrupts this thread.
    private func wait(for events: Int32, until deadline: MonotonicTime) -> Bool {
        var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
        let remaining = deadline.milliseconds - MonotonicTime.now.milliseconds
        return poll(&descriptor, 1, Int32(clamping: max(0, remaining))) != 0
    }
}
