import Glibc

/// The same toggles as visitors have them: forms that the site answers once the change is on the disk.
struct SiteContest {
    let rounds: Rounds
    /// Seconds of one run.
    let seconds: Double
    private let crowds: [VisitorCrowd]
    /// The small crowd first, which the others are held against.
    private let scenes: [VisitorScene]

    init(_ small: VisitorCrowd, _ large: VisitorCrowd, rounds: Rounds, seconds: Double) {
        (self.rounds, self.seconds) = (rounds, seconds)
        crowds = [small, large]
        // Pages would take most of the time, and none of those that all else is held against.
        scenes = VisitorScene.all(small, large).filter { !$0.isLookedAt }
    }

    func report() async throws -> Report {
        let sites = try crowds.map { try SiteClients($0, count: CrowdContest.clients) }
        let pieces = scenes.enumerated().map { number, scene in scene.round(sites[min(number, 1)], seconds: seconds) }
        for piece in pieces { _ = try await piece() }
        sync()
        let results = try await rounds.results(pieces)
        return Report(text: text(results), figures: figures(results))
    }

    private func text(_ results: [[VisitorScene.Result]]) -> String {
        var table = Table("visitors, by way of the site", "median ms", "p99 ms", "range of p99", "KB read")
        for (scene, results) in zip(scenes, results) { table.add([scene.name] + results.cells) }
        return """
            The same as visitors have it: \(CrowdContest.clients) clients send the form of a heart to `heroes serve`, each \
            on a connection that stays open, and the time is that until its answer.

            \(table.text)
            """
    }

    private func figures(_ results: [[VisitorScene.Result]]) -> [Figure] {
        let first = results[0]
        return zip(scenes, results).dropFirst().map { scene, results in
            Figure(
                name: "favourites: p99 of a toggle by way of the site, \(scene.name), to \(scenes[0].name)",
                value: results.p99(to: first), goal: .atMost(1.2))
        }
    }
}
