/// How long it takes from the program's start to its first answer.
struct PageStart {
    private let list: Spread
    private let health: Spread

    init(times: Int) throws {
        Progress.tell("pages: \(times) starts")
        let folder = try TemporaryFolder()
        let results = try Rounds(count: times).results([
            { try Self.seconds(to: WarmSite.list, in: folder) { $0.contains("id=\"hero-") } },
            { try Self.seconds(to: "/healthz", in: folder) { _ in true } },
        ])
        (list, health) = (Spread(results[0]), Spread(results[1]))
    }

    private static func seconds(
        to path: String, in folder: TemporaryFolder, _ isExpected: (String) -> Bool
    ) throws -> Double {
        let start = ContinuousClock.now
        let site = try WarmSite.start(folder)
        let page = try PlainClient(port: site.port).page(path)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard page.status == 200, isExpected(page.text) else {
            throw Unmeasurable("\(path) right after the start: status \(page.status)")
        }
        return withExtendedLifetime(site) { seconds }
    }

    var text: String {
        """
        From the program’s start to the end of its first answer: \(list.text(1e3)) ms for \(WarmSite.list) \
        (\(list.range(1e3))), \(health.text(1e3)) ms for /healthz (\(health.range(1e3))).
        """
    }

    var figures: [Figure] {
        let name = "pages: ms from start to first answer"
        return [
            Figure(name: "\(name), \(WarmSite.list)", value: list.median * 1e3, digits: 0, goal: .atMost(150)),
            Figure(name: "\(name), /healthz", value: health.median * 1e3, digits: 0, goal: .atMost(150)),
        ]
    }
}
