import Basics
import Foundation
import PostgreSQL
import Server
import Synchronization

/// The metrics of `/metrics`, collected for each request.
final class Metrics: Sendable {
    private let requests: RequestMetrics
    private let log: LogStream?
    private let server = Mutex<Server?>(nil)

    init(requests: RequestMetrics, log: LogStream?) {
        (self.requests, self.log) = (requests, log)
    }

    /// Adds the server's metrics; the server is created after its handler.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }

    func text(
        _ upstream: Upstream, _ favourites: InstrumentedStore, _ database: Database?, newVisitors: Int
    ) -> String {
        var page = PrometheusText()
        addRequests(&page)
        if let metrics = server.withLock({ $0?.metrics }) { page.add(metrics) }
        upstream.addMetrics(&page)
        page.add(
            "heroes_favourites_changes_total", .counter, "Changes of favourites by outcome.",
            [InstrumentedStore.Call.add, .remove, .forget].flatMap { change in
                InstrumentedStore.Outcome.allCases.map { outcome in
                    let labels = [("change", change.rawValue), ("outcome", outcome.rawValue)]
                    return (labels, Double(favourites.count(change, outcome)))
                }
            })
        page.add(
            "heroes_favourites_failed_reads_total", .counter, "Failed reads of favourites.",
            favourites.count(.read, .failed))
        page.add("heroes_visitors_created_total", .counter, "New visitors with favourites.", newVisitors)
        if let database { page.add(database) }
        page.add(
            "heroes_access_log_dropped_lines_total", .counter, "Dropped lines of the access log.",
            log?.droppedLines ?? 0)
        page.addProcess()
        page.add("heroes_build_info", .gauge, "The program's version.", by: "version", [(ProgramVersion.text, 1)])
        return page.text
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
        page.add(
            "heroes_page_cache_hits_total", .counter, "Pages served from the page cache.",
            requests.cachedPages.load(ordering: .relaxed))
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
        add(
            "heroes_connection_timeouts_total", .counter,
            "Connections closed by a timeout of the client or the handler, or when idle.", by: "cause",
            [
                ("client", metrics.clientTimeouts), ("handler", metrics.handlerTimeouts),
                ("idle", metrics.idleTimeouts),
            ])
    }

    /// Adds the process metrics from /proc (proc(5)); nothing if /proc is not available.
    fileprivate mutating func addProcess() {
        // Without the file these metrics are missing.
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return }
        // The fields after the program's name, which may contain any characters; index 0 is field 3.
        let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // The start time is in ticks since boot; the boot time in /proc/stat is hidden from hardened units.
        let boot =
            Double(MonotonicTime.nanoseconds(CLOCK_REALTIME) - MonotonicTime.nanoseconds(CLOCK_BOOTTIME)) / 1e9
        // 0 if the list is not available.
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let memory = Int(fields[21]) * sysconf(Int32(_SC_PAGESIZE))
        add("process_resident_memory_bytes", .gauge, "Resident memory of the process.", memory)
        add("process_virtual_memory_bytes", .gauge, "Virtual memory of the process.", Int(fields[20]))
        add(
            "process_cpu_seconds_total", .counter, "User and system CPU time.",
            [([], (fields[11] + fields[12]) / ticks)])
        add("process_open_fds", .gauge, "Open file descriptors.", descriptors)
        add("process_max_fds", .gauge, "Maximum number of file descriptors.", Int(clamping: limit.rlim_cur))
        add("process_threads", .gauge, "Threads.", Int(fields[17]))
        add(
            "process_start_time_seconds", .gauge, "Start time in seconds since 1970.", [([], boot + fields[19] / ticks)]
        )
    }
}
