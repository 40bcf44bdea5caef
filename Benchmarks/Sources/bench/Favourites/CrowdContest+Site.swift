extension CrowdContest {
    private static let siteClients = [1, clients, 64]

    /// The same toggles as visitors have them: forms that the site answers once the change is on the disk.
    func siteReport() async throws -> Report {
        // Pages would take most of the time, and none of those that all else is held against.
        let scenes = scenes.filter { !$0.isLookedAt }
        let most = Self.siteClients.max() ?? 0
        let sites = try crowds.map { try SiteClients($0, count: most) }
        let pieces = Self.siteClients.flatMap { clients in
            scenes.enumerated().map { number, scene in
                scene.round(sites[min(number, 1)], clients: clients, seconds: seconds)
            }
        }
        let results = try await results(pieces)
        var table = Table("visitors, by way of the site", "clients", "median ms", "p99 ms", "range of p99", "KB read")
        var figures: [Figure] = []
        for (group, clients) in Self.siteClients.enumerated() {
            let results = Array(results.dropFirst(group * scenes.count).prefix(scenes.count))
            for (scene, results) in zip(scenes, results) { table.add([scene.name, "\(clients)"] + results.cells) }
            figures += zip(scenes, results).dropFirst().map { scene, others in
                Figure(
                    name: "favourites: p99 of a toggle by way of the site, \(clients) at once, \(scene.name), to "
                        + scenes[0].name,
                    value: others.p99(to: results[0]), goal: .atMost(1.2))
            }
        }
        let text = """
            The same as visitors have it: clients send the form of a heart to `heroes serve`, each on a connection that \
            stays open, and the time is that until its answer.

            \(table.text)
            """
        return Report(text: text, figures: figures)
    }
}
