import PostgreSQL

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
            "heroes_database_statement_duration_seconds", "Time of a statement, with the wait for a connection.",
            bounds: StatementMetrics.bounds, statements.map { ([("kind", $0)], $1.durations, $1.seconds) })
    }
}
