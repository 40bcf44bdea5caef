extension CrowdContest {
    /// The same toggles as visitors have them: forms that the site answers once the change is on the disk.
    func siteReport() async throws -> Report {
        // Pages would take most of the time, and none of those that all else is held against.
        let scenes = scenes.filter { !$0.isLookedAt }
        let sites = try crowds.map { try SiteClients($0, count: Self.clients) }
        let results = try await results(
            scenes.enumerated().map { number, scene in scene.round(sites[min(number, 1)], seconds: seconds) })
        var table = Table("visitors, by way of the site", "median ms", "p99 ms", "range of p99", "KB read")
        for (scene, results) in zip(scenes, results) { table.add([scene.name] + results.cells) }
        let text = """
            The same as visitors have it: \(Self.clients) clients send the form of a heart to `heroes serve`, each on a \
            connection that stays open, and the time is that until its answer.

            \(table.text)
            """
        let figures = zip(scenes, results).dropFirst().map { scene, others in
            Figure(
                name: "favourites: p99 of a toggle by way of the site, \(scene.name), to \(scenes[0].name)",
                value: others.p99(to: results[0]), goal: .atMost(1.2))
        }
        return Report(text: text, figures: figures)
    }
}
