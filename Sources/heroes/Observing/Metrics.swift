import Basics
import Caching
import Foundation
import Server
import Synchronization

/// The families of `/metrics`, collected at each request for them.
final class Metrics: Sendable {
    private let requests: RequestFigures
    private let log: LogStream?
    private let server = Mutex<Server?>(nil)

    init(requests: RequestFigures, log: LogStream?) {
        (self.requests, self.log) = (requests, log)
    }

    /// Adds the connections of the server, which is made after its handler.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }

    func text(_ source: CacheMetrics, _ favourites: CountedStore, newVisitors: Int) -> String {
        var page = Exposition()
        addRequests(&page)
        if let figures = server.withLock({ $0?.metrics }) { page.add(figures) }
        page.addCalls(source)
        page.addCache(source)
        page.add(
            "heroes_favourites_changes_total", .counter, "Changes of favourites, by what became of them.",
            [CountedStore.Call.add, .remove, .forget].flatMap { change in
                CountedStore.Outcome.allCases.map { outcome in
                    let labels = [("change", change.rawValue), ("outcome", outcome.rawValue)]
                    return (labels, Double(favourites.count(change, outcome)))
                }
            })
        page.add(
            "heroes_favourites_failed_reads_total", .counter, "Favourites that could not be read.",
            favourites.count(.read, .failed))
        page.add("heroes_visitors_created_total", .counter, "Visitors who began to keep favourites.", newVisitors)
        page.add(
            "heroes_access_log_dropped_lines_total", .counter, "Lines of the access log that nobody got to read.",
            log?.droppedLines ?? 0)
        page.addProcess()
        page.add("heroes_build_info", .gauge, "What is running.", by: "version", [(Version.text, 1)])
        return page.text
    }

    private func addRequests(_ page: inout Exposition) {
        let rows = requests.rows
        page.add(
            "heroes_http_requests_total", .counter, "Answered requests by route and status.",
            rows.flatMap { route, row in
                row.statuses.map { ([("route", route), ("status", String($0.key))], Double($0.value)) }
            })
        page.add(
            "heroes_http_request_duration_seconds", "Time from a request to the end of its answer's making.",
            bounds: RequestFigures.bounds, rows.map { ([("route", $0.route)], $0.row.durations, $0.row.seconds) })
        page.add(
            "heroes_pages_given_again_total", .counter, "Pages that were there already, for which nobody was asked.",
            requests.pagesGivenAgain.load(ordering: .relaxed))
    }
}

extension Exposition {
    fileprivate mutating func add(_ figures: ServerMetrics) {
        add("heroes_connections_open", .gauge, "Connections there are now.", figures.open)
        add("heroes_connections_accepted_total", .counter, "Connections that were accepted.", figures.accepted)
        add(
            "heroes_connections_refused_total", .counter, "Connections refused since there were too many.",
            figures.rejected)
        add(
            "heroes_connections_replaced_total", .counter,
            "Connections without a request that were ended in favour of new ones over the limit.", figures.replaced)
        add(
            "heroes_connection_timeouts_total", .counter,
            "Connections ended because the client, the page or everybody was silent for too long.", by: "cause",
            [
                ("client", figures.clientTimeouts), ("handler", figures.handlerTimeouts),
                ("idle", figures.idleTimeouts),
            ])
    }

    fileprivate mutating func addCalls(_ metrics: CacheMetrics) {
        add(
            "heroes_upstream_calls_total", .counter, "Questions put to the source, by what they came to.",
            by: "outcome", CallOutcome.allCases.map { ($0.rawValue, metrics.calls[$0] ?? 0) })
        add("heroes_upstream_calls_under_way", .gauge, "Questions the source has now.", metrics.callsUnderWay)
        add("heroes_upstream_retries_total", .counter, "Tries after the first of a question.", metrics.retries)
        add(
            "heroes_upstream_breaker", .gauge, "1 for the state that the breaker is in.", by: "state",
            BreakerState.allCases.map { ($0.rawValue, $0 == metrics.breaker ? 1 : 0) })
        add("heroes_upstream_outages_total", .counter, "Times the source came to count as down.", metrics.outages)
        add("heroes_upstream_budget_spent", .gauge, "Calls of today, in UTC.", metrics.budget.spent)
        if let left = metrics.budget.left {
            add("heroes_upstream_budget_left", .gauge, "Calls that may still be made today.", left)
        }
    }

    fileprivate mutating func addCache(_ metrics: CacheMetrics) {
        add(
            "heroes_cache_answers_total", .counter, "Questions of pages to the cache, by how they were answered.",
            by: "outcome", CacheResult.allCases.map { ($0.rawValue, metrics.answers[$0] ?? 0) })
        add("heroes_cache_disk_reads_total", .counter, "Answers that were read from disk.", metrics.diskReads)
        add(
            "heroes_cache_renewals_total", .counter, "Stale answers asked for again, by how that went.",
            by: "outcome", RevalidationResult.allCases.map { ($0.rawValue, metrics.revalidations[$0] ?? 0) })
        var spaces = [("memory", metrics.memory), ("known", metrics.known)]
        if let disk = metrics.disk { spaces.append(("disk", disk)) }
        for (name, kind, help, value) in [
            ("heroes_cache_bytes", Kind.gauge, "Bytes of remembered answers.", \CacheMetrics.Space.bytes),
            ("heroes_cache_entries", .gauge, "Remembered answers.", \.entries),
            ("heroes_cache_evictions_total", .counter, "Answers dropped to make room.", \.evictions),
        ] { add(name, kind, help, by: "where", spaces.map { ($0.0, $0.1[keyPath: value]) }) }
    }

    /// Adds what the system knows of this process (proc(5)); nothing if /proc is hidden.
    fileprivate mutating func addProcess() {
        // Without the file there are no figures, which says as much.
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return }
        // The fields after the program's name, which may hold anything; the first one is the third of all.
        let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // The start is in ticks since the machine's own, which hardened units hide in /proc/stat.
        let boot =
            Double(MonotonicTime.nanoseconds(CLOCK_REALTIME) - MonotonicTime.nanoseconds(CLOCK_BOOTTIME)) / 1e9
        // Without the list the figure is 0.
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let memory = Int(fields[21]) * sysconf(Int32(_SC_PAGESIZE))
        add("process_resident_memory_bytes", .gauge, "Memory of this process in RAM.", memory)
        add("process_virtual_memory_bytes", .gauge, "Addresses in use.", Int(fields[20]))
        add(
            "process_cpu_seconds_total", .counter, "Processor time, own and the system's for it.",
            [([], (fields[11] + fields[12]) / ticks)])
        add("process_open_fds", .gauge, "Open files and sockets.", descriptors)
        add("process_max_fds", .gauge, "Files and sockets that may be open.", Int(clamping: limit.rlim_cur))
        add("process_threads", .gauge, "Threads.", Int(fields[17]))
        add("process_start_time_seconds", .gauge, "When it began, since 1970.", [([], boot + fields[19] / ticks)])
    }
}
