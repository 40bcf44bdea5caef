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
        private struct State {
            let connection: PlainClient
            /// The numbers of the visitors who keep the hero.
            var keepers: Set<Int> = []
        }

        private let hero: Hero.ID
        private let state: Mutex<State>

        init(hero: Hero.ID, port: UInt16) throws {
            self.hero = hero
            state = Mutex(State(connection: try PlainClient(port: port)))
        }

        /// Tells when the form was sent.
        func toggle(_ number: Int) throws -> ContinuousClock.Instant {
            try state.withLock { state in
                let token = VisitorCrowd.visitor(number).token
                let isKept = state.keepers.remove(number) != nil
                if !isKept { state.keepers.insert(number) }
                let form = "action=\(isKept ? "remove" : "add")&back=%2Fheroes"
                let start = ContinuousClock.now
                let answer = try state.connection.answer(
                    to: "/favourites/\(hero)", posting: Array(form.utf8), as: "application/x-www-form-urlencoded",
                    ["Cookie: visitor=\(token)"])
                // Somebody whom the site does not know gets a cookie of another visitor.
                guard answer.status == 303, answer.head.contains("visitor=\(token);") else {
                    throw Unmeasurable("the site does not toggle for visitor \(number): \(answer.head)")
                }
                return start
            }
        }
    }
}
