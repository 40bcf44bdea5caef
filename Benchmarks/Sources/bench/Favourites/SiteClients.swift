import Heroes
import Synchronization

/// Clients of a running site that each switch one hero, by the form of a heart, on a connection that stays open.
final class SiteClients {
    private let site: HeroesProgram
    private let clients: [Client]

    /// Starts the site on a crowd's data.
    init(_ crowd: VisitorCrowd, count: Int) throws {
        site = try HeroesProgram(["serve", "--data", crowd.data.path])
        let list = try site.client().page("/heroes").text
        let heroes = Set(list.matches(of: /href="\/heroes\/(\d+)-/).compactMap { Hero.ID($0.1) }).sorted()
        guard heroes.count >= count else { throw Unmeasurable("the site lists \(heroes.count) heroes only") }
        clients = try heroes.prefix(count).map { [site] in try Client(hero: $0, port: site.port) }
    }

    var count: Int { clients.count }
    var processes: ProcessTree { site.processes }

    /// Toggles of the visitors of those numbers.
    func threads(visitor: @escaping @Sendable () -> Int) -> BusyThreads {
        BusyThreads { [clients] thread, _ in try clients[thread].toggle(visitor()) }
    }

    private final class Client: Sendable {
        private let hero: Hero.ID
        private let connection: Mutex<PlainClient>
        private let keepers = Keepers()

        init(hero: Hero.ID, port: UInt16) throws {
            self.hero = hero
            connection = Mutex(try PlainClient(port: port))
        }

        /// Tells when the form was sent.
        func toggle(_ number: Int) throws -> ContinuousClock.Instant {
            let token = VisitorCrowd.visitor(number).token
            let form = Array("action=\(keepers.contain(number) ? "remove" : "add")&back=%2Fheroes".utf8)
            let start = ContinuousClock.now
            let head = try connection.withLock {
                try $0.answer(
                    to: "/favourites/\(hero)", posting: form, as: "application/x-www-form-urlencoded",
                    ["Cookie: visitor=\(token)"]
                ).head
            }
            // Somebody whom the site does not know gets a cookie of another visitor.
            guard head.hasPrefix("HTTP/1.1 303 "), head.contains("visitor=\(token);") else {
                throw Unmeasurable("the site does not toggle for visitor \(number): \(head)")
            }
            keepers.toggle(number)
            return start
        }
    }
}
