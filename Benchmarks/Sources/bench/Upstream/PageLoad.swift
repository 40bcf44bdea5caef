import Foundation
import Synchronization

/// Clients that ask for pages, each for the next one that nobody has asked for.
struct PageLoad {
    let clients: Int

    /// Seconds until all pages were there, and each of them.
    func run(_ addresses: [String], on site: HeroesProgram) throws -> (seconds: Double, pages: [PageArrival]) {
        let next = Mutex(0)
        let pages = Mutex<[PageArrival]>([])
        let failure = Mutex<Unmeasurable?>(nil)
        let connections = try (0..<min(clients, addresses.count)).map { _ in try Connection(client: site.client()) }
        let group = DispatchGroup()
        let start = ContinuousClock.now
        for connection in connections {
            group.enter()
            Thread.detachNewThread {
                do {
                    while let address = Self.take(addresses, next) {
                        let page = try connection.client.page(address)
                        guard page.status == 200 else { throw Unmeasurable("\(address): status \(page.status)") }
                        pages.withLock { $0.append(page) }
                    }
                } catch {
                    failure.withLock { $0 = Unmeasurable("\(error)") }
                }
                group.leave()
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return ((ContinuousClock.now - start) / .seconds(1), pages.withLock { $0 })
    }

    /// Belongs to one thread from its start on.
    private struct Connection: @unchecked Sendable {
        let client: PlainClient
    }

    private static func take(_ addresses: [String], _ next: borrowing Mutex<Int>) -> String? {
        next.withLock { next in
            guard next < addresses.count else { return nil }
            defer { next += 1 }
            return addresses[next]
        }
    }
}
