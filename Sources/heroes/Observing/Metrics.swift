import Caching
import Server
import Synchronization

/// Everything that `/metrics` tells, collected when it is asked for.
final class Metrics: Sendable {
    private let requests: RequestFigures
    private let log: LogStream?
    private let server = Mutex<Server?>(nil)

    init(requests: RequestFigures, log: LogStream?) {
        (self.requests, self.log) = (requests, log)
    }

    /// The server whose connections are told of; it is made after what it serves.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }

    func text(_ source: CacheMetrics, _ favourites: CountedStore, newVisitors: Int) -> String {
        var page = Exposition()
        add(&page, requests.rows)
        if let figures = server.withLock({ $0?.figures }) { add(&page, figures) }
        add(&page, source)
        add(&page, favourites)
        page.add(
            "heroes_visitors_created_total", .counter, "Visitors who began to keep favourites.", newVisitors)
        page.add(
            "heroes_access_log_dropped_lines_total", .counter, "Lines of the access log that nobody got to read.",
            log?.droppedLines ?? 0)
        if let figures = ProcessFigures() { add(&page, figures) }
        page.add(
            "heroes_build_info", .gauge, "What is running.", [([("version", Version.text)], 1)])
        return page.text
    }

    private func add(_ page: inout Exposition, _ rows: [RequestFigures.Row]) {
        page.add(
            "heroes_http_requests_total", .counter, "Answered requests by route and status.",
            rows.flatMap { row in
                row.statuses.map { ([("route", row.route), ("status", $0.status)], Double($0.count)) }
            })
        page.add(
            "heroes_http_request_duration_seconds", "Time from a request to the end of its answer's making.",
            bounds: RequestFigures.bounds, rows.map { ([("route", $0.route)], $0.durations, $0.seconds) })
        page.add(
            "heroes_pages_given_again_total", .counter, "Pages that were there already, for which nobody was asked.",
            requests.pagesGivenAgain.load(ordering: .relaxed))
    }

    private func add(_ page: inout Exposition, _ figures: ServerFigures) {
        page.add("heroes_connections_open", .gauge, "Connections there are now.", figures.open)
        page.add("heroes_connections_accepted_total", .counter, "Connections that were accepted.", figures.accepted)
        page.add(
            "heroes_connections_refused_total", .counter, "Connections refused since there were too many.",
            figures.turnedAway)
        page.add(
            "heroes_connections_replaced_total", .counter,
            "Connections without a request that were ended in favour of new ones over the limit.", figures.replaced)
        page.add(
            "heroes_connection_timeouts_total", .counter,
            "Connections ended because the client, the page or everybody was silent for too long.",
            [
                ([("cause", "client")], Double(figures.clientTimeouts)),
                ([("cause", "handler")], Double(figures.handlerTimeouts)),
                ([("cause", "idle")], Double(figures.idleTimeouts)),
            ])
    }

    private func add(_ page: inout Exposition, _ store: CountedStore) {
        page.add(
            "heroes_favourites_changes_total", .counter, "Changes of favourites, by what became of them.",
            CountedStore.Change.allCases.flatMap { change in
                CountedStore.Outcome.allCases.map { outcome in
                    let labels = [("change", String(describing: change)), ("outcome", String(describing: outcome))]
                    return (labels, Double(store.count(change, outcome)))
                }
            })
        page.add(
            "heroes_favourites_failed_reads_total", .counter, "Favourites that could not be read.",
            store.failedReadCount)
    }

    private func add(_ page: inout Exposition, _ figures: ProcessFigures) {
        page.add(
            "process_resident_memory_bytes", .gauge, "Memory of this process in RAM.", figures.residentMemory)
        page.add("process_virtual_memory_bytes", .gauge, "Addresses in use.", figures.virtualMemory)
        page.add(
            "process_cpu_seconds_total", .counter, "Processor time, own and the system's for it.",
            [([], figures.cpuSeconds)])
        page.add("process_open_fds", .gauge, "Open files and sockets.", figures.openDescriptors)
        page.add("process_max_fds", .gauge, "Files and sockets that may be open.", figures.descriptorLimit)
        page.add("process_threads", .gauge, "Threads.", figures.threads)
        page.add("process_start_time_seconds", .gauge, "When it began, since 1970.", [([], figures.startTime)])
    }
}
