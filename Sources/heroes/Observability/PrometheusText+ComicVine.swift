import ComicVine

extension PrometheusText {
    mutating func add(_ metrics: ComicVineMetrics) {
        let calls = metrics.calls
        let sorted = calls.calls.sorted {
            ($0.key.resource, $0.key.outcome.rawValue) < ($1.key.resource, $1.key.outcome.rawValue)
        }
        add(
            "heroes_comicvine_calls_total", .counter, "Calls of Comic Vine by path and outcome.",
            sorted.map { ([("path", $0.key.resource), ("outcome", $0.key.outcome.rawValue)], Double($0.value)) })
        add(
            "heroes_comicvine_calls_left", .gauge, "Calls left in the last hour's window.", by: "path",
            calls.remaining.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        add(
            "heroes_comicvine_pause_seconds", .gauge, "Seconds until calls of a paused path resume.", by: "path",
            calls.pauses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        add(
            "heroes_comicvine_heroes", .gauge, "Heroes of the index.", by: "state",
            [("member", metrics.members), ("shown", metrics.shown), ("pending", metrics.pending)])
    }
}
