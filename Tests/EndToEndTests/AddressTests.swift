import Foundation
import Support
import Testing

@Suite("Addresses that the site has printed", .timeLimit(.minutes(30)))
struct AddressTests {
    /// Teams that have left the catalogue: it had one member of each.
    private static let gone: Set = ["grapplers", "interpol", "nasty-boys", "s-men"]

    /// `Tests/Fixtures/addresses.txt` has a line for each; lines are added, never removed.
    @Test("lead to their pages, through one redirect at most")
    func all() async throws {
        let addresses = try Fixture.text("addresses.txt").split(separator: "\n").map(String.init)
        #expect(addresses.count > 1300)
        let site = try await RunningSite()
        let failed = try await withThrowingTaskGroup(of: [String].self) { group in
            for part in 0..<4 {
                group.addTask {
                    var failed: [String] = []
                    for index in stride(from: part, to: addresses.count, by: 4) {
                        let status = try await Self.status(addresses[index], site)
                        if status != 200 { failed.append("\(addresses[index]) \(status)") }
                    }
                    return failed
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let unexpected = failed.filter { address in !Self.gone.contains { address.contains("-\($0) ") } }
        #expect(unexpected.sorted() == [])
        await site.end()
    }

    /// Returns the status of a page, or of the one that it redirects to.
    private static func status(_ address: String, _ site: RunningSite) async throws -> Int {
        let response = try await RawConnection.response(from: site.url, "GET \(address)")
        guard response.status == 301, let target = response["location"] else { return response.status }
        return try await RawConnection.response(from: site.url, "GET \(target)").status
    }
}
