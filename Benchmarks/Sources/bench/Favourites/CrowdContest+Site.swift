extension CrowdContest {
    private static let siteClients = [1, clients, 64]

    /// Toggles alone, then those of visitors who have just opened a page; the first of each kind is what the others of it
    /// are held against.
    private var siteScenes: [[VisitorScene]] {
        let (small, large) = (crowds[0], crowds[1])
        return [
            scenes.filter { !$0.isLookedAt },
            [.inUse(small.count, of: small, isLookedAt: true), .leftAlone(of: large, isLookedAt: true)],
        ]
    }

    /// The same toggles as visitors have them: forms that the site answers once the change is on the disk.
    func siteReport() async throws -> Report {
        let scenes = siteScenes
        let all = scenes.flatMap(\.self)
        let most = Self.siteClients.max() ?? 0
        let sites = try crowds.map { try SiteClients($0, count: most) }
        let pieces = Self.siteClients.flatMap { clients in
            all.map { scene in
                scene.round(sites[scene.crowd.count == crowds[0].count ? 0 : 1], clients: clients, seconds: seconds)
            }
        }
        var results = try await results(pieces)[...]
        var table = Table("visitors, by way of the site", "clients", "median ms", "p99 ms", "range of p99", "KB read")
        var figures: [Figure] = []
        for clients in Self.siteClients {
            for kind in scenes {
                let own = Array(results.prefix(kind.count))
                results = results.dropFirst(kind.count)
                for (scene, result) in zip(kind, own) { table.add([scene.name, "\(clients)"] + result.cells) }
                figures += self.figures(kind, own, clients)
            }
        }
        let text = """
            The same as visitors have it: clients send the form of a heart to `heroes serve`, each on a connection that \
            stays open, and the time is that until its answer. Those on a page just opened send the form from there, as \
            visitors do whom the site knows; the pages take part of the machine’s time, so these are held against each \
            other alone.

            \(table.text)
            """
        return Report(text: text, figures: figures)
    }

    private func figures(
        _ scenes: [VisitorScene], _ results: [[VisitorScene.Result]], _ clients: Int
    ) -> [Figure] {
        zip(scenes, results).dropFirst().map { scene, others in
            Figure(
                name: "favourites: p99 of a toggle by way of the site, \(clients) at once, \(scene.name), to "
                    + scenes[0].name,
                value: others.p99(to: results[0]), goal: .atMost(1.2))
        }
    }
}
