import Foundation
import Support

/// Favourites in PostgreSQL: durable toggles beside libpq alone, pages with hearts, several processes, many visitors.
struct DatabaseSuite {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    func report() async throws -> Report {
        // With fsync, as in Debian.
        let server = try await PostgresServer(options: ["max_connections=300"])
        let toggles = try await DatabaseToggles(
            VisitorTable(server, visitors: DatabaseToggles.visitorCount), effort)
        let pages = try await DatabasePages(server, effort)
        let size = try await DatabaseSize(server, effort)
        return withExtendedLifetime(server) { report(toggles, pages, size) }
    }

    private func report(_ toggles: DatabaseToggles, _ pages: DatabasePages, _ size: DatabaseSize) -> Report {
        let section = """
            ## Database

            `script/bench database`: toggles that are answered once PostgreSQL has committed them, with fsync, at the store's \
            own interface with its pool of 8 connections. A list in memory is only written; another one is read before. \
            libpq alone sends the same statements, in as many threads as there are clients, up to 8, each with a \
            connection. Every visitor has 20 favourites. \(effort.rounds.count) rounds of 1 s.

            \(toggles.table)

            A page of the list that is not in the cache of pages takes \(Spread(pages.times[0]).text(1, 2)) ms with hearts from \
            memory and \(Spread(pages.times[1]).text(1, 2)) ms with hearts from the database. Three processes on this machine, \
            with the clients and the database beside them, serve \(Spread(pages.loads[0]).text()) such pages per second, \
            and one serves \(Spread(pages.loads[1]).text()).
            """
        let rate = Spread(pages.loads[0], to: pages.loads[1]) { $0 }
        // Fewer cores are busy with one process, its clients and the database.
        let hasCores = ProcessInfo.processInfo.activeProcessorCount >= 12
        return Report(
            section: section,
            figures: toggles.figures + [
                Figure("database: ms of hearts from the database", pages.difference, .atMost(0.3)),
                Figure("database: pages/s of three processes to one", rate, hasCores ? .atLeast(2.2) : nil),
            ] + size.figures)
    }
}
