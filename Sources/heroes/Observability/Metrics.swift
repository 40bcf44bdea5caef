import Basics
import Caching
import ComicVine
import Foundation
import Heroes
import PostgreSQL
import Server
import Synchronization

/// The metrics of every service on `/metrics`, collected for each request.
final class Metrics: Sendable {
    private let requests: RequestMetrics
    private let log: LogStream?
    private let server = Mutex<Server?>(nil)

    init(requests: RequestMetrics, log: LogStream?) {
        (self.requests, self.log) = (requests, log)
    }

    /// Adds the server's metrics; the server is created after its handler.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }

    /// Returns the page of the metrics that every service has, and those that `addMore` adds.
    func text(_ addMore: (inout PrometheusText) -> Void) -> String {
        var page = PrometheusText()
        addRequests(&page)
        if let metrics = server.withLock({ $0?.metrics }) { page.add(metrics) }
        addMore(&page)
        page.add(
            "heroes_access_log_dropped_lines_total", .counter, "Dropped lines of the access log.",
            log?.droppedLines ?? 0)
        if let bytes = Self.residentBytes {
            page.add("process_resident_memory_bytes", .gauge, "Memory of the program.", bytes)
        }
        page.add("heroes_build_info", .gauge, "The program's version.", by: "version", [(ProgramVersion.text, 1)])
        return page.text
    }

    /// The resident memory in bytes (proc_pid_statm(5)); nil if the system does not tell it.
    private static var residentBytes: Int? {
        // A sandbox may hide the file.
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    private func addRequests(_ page: inout PrometheusText) {
        let rows = requests.rows
        page.add(
            "heroes_http_requests_total", .counter, "Requests by route and status.",
            rows.flatMap { route, row in
                row.statuses.map { ([("route", route), ("status", String($0.key))], Double($0.value)) }
            })
        page.add(
            "heroes_http_request_duration_seconds", "Time to produce a response.",
            bounds: RequestMetrics.bounds, rows.map { ([("route", $0.route)], $0.row.durations, $0.row.seconds) })
    }
}

extension PrometheusText {
    mutating func add(_ favourites: InstrumentedStore, newVisitors: Int) {
        add(
            "heroes_favourites_changes_total", .counter, "Changes of favourites by outcome.",
            [InstrumentedStore.Call.add, .remove, .forget].flatMap { change in
                InstrumentedStore.Outcome.allCases.map { outcome in
                    let labels = [("change", change.rawValue), ("outcome", outcome.rawValue)]
                    return (labels, Double(favourites.count(change, outcome)))
                }
            })
        add(
            "heroes_favourites_failed_reads_total", .counter, "Failed reads of favourites.",
            favourites.count(.read, .failed))
        add("heroes_visitors_created_total", .counter, "New visitors with favourites.", newVisitors)
    }
}

extension PrometheusText {
    fileprivate mutating func add(_ metrics: ServerMetrics) {
        add("heroes_connections_open", .gauge, "Open connections.", metrics.open)
        add("heroes_connections_accepted_total", .counter, "Accepted connections.", metrics.accepted)
        add(
            "heroes_connections_refused_total", .counter, "Connections refused at the connection limit.",
            metrics.rejected)
        add(
            "heroes_connections_replaced_total", .counter,
            "Idle connections closed for new ones at the connection limit.", metrics.replaced)
        add("heroes_http_requests_waiting", .gauge, "Requests that wait at the gate.", metrics.waiting)
        add(
            "heroes_connection_timeouts_total", .counter,
            "Connections closed by a timeout of the client or the handler, or when idle.", by: "cause",
            [
                ("client", metrics.clientTimeouts), ("handler", metrics.handlerTimeouts),
                ("idle", metrics.idleTimeouts),
            ])
    }
}

extension PrometheusText {
    mutating func add(_ metrics: CacheMetrics) {
        add(
            "heroes_upstream_calls_total", .counter, "Calls of the source by outcome.",
            by: "outcome", CallOutcome.allCases.map { ($0.rawValue, metrics.calls[$0] ?? 0) })
        add("heroes_upstream_calls_in_flight", .gauge, "Running calls of the source.", metrics.callsInFlight)
        add(
            "heroes_upstream_breaker", .gauge, "1 for the circuit breaker's current state.", by: "state",
            [("closed", metrics.isOpen ? 0 : 1), ("open", metrics.isOpen ? 1 : 0)])
        let responses = metrics.responses
        add(
            "heroes_cache_requests_total", .counter, "Cache lookups by outcome.",
            by: "outcome", CacheResult.allCases.map { ($0.rawValue, responses.results[$0] ?? 0) })
        add("heroes_cache_bytes", .gauge, "Bytes of cached responses.", responses.bytes)
        add("heroes_cache_entries", .gauge, "Cached responses.", responses.entries)
        add("heroes_cache_evictions_total", .counter, "Evicted responses.", responses.evictions)
    }
}

extension PrometheusText {
    mutating func add(_ metrics: ComicVineMetrics) {
        let sorted = metrics.calls.sorted {
            ($0.key.resource, $0.key.outcome.rawValue) < ($1.key.resource, $1.key.outcome.rawValue)
        }
        add(
            "heroes_comicvine_calls_total", .counter, "Calls of Comic Vine by path and outcome.",
            sorted.map { ([("path", $0.key.resource), ("outcome", $0.key.outcome.rawValue)], Double($0.value)) })
        add(
            "heroes_comicvine_calls_left", .gauge, "Calls left in the last hour's window.", by: "path",
            metrics.remaining.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        add(
            "heroes_comicvine_pause_seconds", .gauge, "Seconds until calls of a paused path resume.", by: "path",
            metrics.pauses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        add(
            "heroes_comicvine_heroes", .gauge, "Heroes of the index.", by: "state",
            [("member", metrics.members), ("shown", metrics.shown), ("pending", metrics.pending)])
    }
}

extension PrometheusText {
    mutating func add(_ database: Database) {
        let status = database.status
        add("heroes_database_connections_open", .gauge, "Open connections to the database.", status.connectionCount)
        add(
            "heroes_database_connections_limit", .gauge, "Open connections while the database is available.",
            status.connectionLimit)
        add(
            "heroes_database_connections_lost_total", .counter, "Lost connections to the database.",
            status.lossCount)
        add(
            "heroes_database_statements_waiting", .gauge, "Statements waiting for a connection.", status.waitingCount)
        let statements = [("read", database.readMetrics), ("write", database.writeMetrics)]
        add(
            "heroes_database_statements_total", .counter, "Statements by kind and outcome.",
            statements.flatMap { kind, metrics in
                StatementMetrics.Outcome.allCases.map { outcome in
                    ([("kind", kind), ("outcome", outcome.rawValue)], Double(metrics.counts[outcome] ?? 0))
                }
            })
        add(
            "heroes_database_statement_seconds_total", .counter,
            "Time of all statements, with the wait for a connection.",
            statements.map { ([("kind", $0)], $1.seconds) })
    }
}
