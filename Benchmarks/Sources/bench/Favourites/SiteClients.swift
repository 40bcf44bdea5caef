import Heroes
import Synchronization

/// Clients of a running site that switch a hero, by the form of a heart, on a connection that stays open.
final class SiteClients {
    private let site: HeroesProgram
    private let clients: [Client]

    /// Starts the site on a crowd's data.
    init(_ crowd: VisitorCrowd, count: Int) throws {
        site = try HeroesProgram(["serve", "--data", crowd.data.path])
        clients = try (0..<count).map { [site] _ in try Client(keepers: crowd.keepers, port: site.port) }
        _ = try PlainClient.warmPage(Self.page, [], port: site.port)
    }

    /// With the heart whose form is sent.
    private static let page = "/heroes"

    var processes: ProcessTree { site.processes }

    /// Toggles of the visitors of those numbers, who open a page before, for which no time is counted, or do not.
    func threads(lookedAt isLookedAt: Bool, visitor: @escaping @Sendable () -> Int) -> BusyThreads {
        BusyThreads { [clients] thread, _ in try clients[thread].toggle(visitor, lookedAt: isLookedAt) }
    }

    private final class Client: Sendable {
        private let connection: Mutex<PlainClient>
        private let keepers: Keepers

        init(keepers: Keepers, port: UInt16) throws {
            self.keepers = keepers
            connection = Mutex(try PlainClient(port: port))
        }

        /// Tells when the form was sent.
        func toggle(_ choose: () -> Int, lookedAt isLookedAt: Bool) throws -> ContinuousClock.Instant {
            let (number, isKeeping) = keepers.take(choose)
            let token = VisitorCrowd.visitor(number).token
            if isLookedAt { try open(SiteClients.page, token) }
            let form = Array("action=\(isKeeping ? "remove" : "add")&back=%2Fheroes".utf8)
            let start = ContinuousClock.now
            let head = try connection.withLock {
                try $0.answer(
                    to: "/favourites/\(VisitorCrowd.hero)", posting: form, as: "application/x-www-form-urlencoded",
                    ["Cookie: visitor=\(token)"]
                ).head
            }
            // Somebody whom the site does not know gets a cookie of another visitor.
            guard head.hasPrefix("HTTP/1.1 303 "), head.contains("visitor=\(token);") else {
                throw Unmeasurable("the site does not toggle for visitor \(number): \(head)")
            }
            keepers.toggled(number)
            return start
        }

        private func open(_ page: String, _ token: String) throws {
            let answer = try connection.withLock { try $0.answer(to: page, ["Cookie: visitor=\(token)"]) }
            guard answer.status == 200 else { throw Unmeasurable("\(page) is not shown: \(answer.head)") }
        }
    }
}
