/// The project’s own server: its rate against nginx’s, many idle connections, memory over many requests.
struct ServerSuite {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    func report() throws -> Report {
        let wrk = try Wrk()
        let throughput = try Throughput(wrk, effort)
        let crowd = try Crowd(wrk, effort)
        let endurance = try Endurance(wrk, effort)
        let text = """
            ## Server

            `script/bench server`: an answer of 12 KiB in memory by the server, and the same bytes as a static file by \
            \(throughput.nginxVersion) (open files cached, one write an answer, no log, a worker a processor; and the same with sendfile and \
            tcp_nopush and without the cache, as Debian sets it up), each in a process of \
            its own, with heads of \(throughput.headSizes.server) and \(throughput.headSizes.nginx) bytes. Asked over \
            loopback by wrk with one thread, which has the same processors; medians of \(throughput.rounds.count) runs of \
            \(Throughput.seconds) s, the ratios being medians of the rounds’ own.

            \(throughput.table)

            \(crowd.text) Then the rate of others next to them, and of another \
            server without them, by turns, \(crowd.rounds.count) runs of \(Crowd.seconds) s each:

            \(crowd.table)

            \(endurance.table)
            """
        return Report(text: text, figures: throughput.figures + crowd.figures + endurance.figures)
    }
}
