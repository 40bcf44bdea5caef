import Heroes

/// A thread's toggles for its visitors, one after another, without the store.
final class BareClient: @unchecked Sendable {
    private let connection: BareConnection
    /// The hashes of the visitors, and the revisions of their rows.
    private var visitors: [(id: [UInt8], revision: Int)]
    private let lists: [[UInt8]]
    private var number = 0

    init(_ table: VisitorTable, visitors: Range<Int>) throws {
        connection = try BareConnection(table.connection)
        lists = try [VisitorTable.heroes + [1_000_100], VisitorTable.heroes].map(VisitorTable.encoded)
        self.visitors = try visitors.map { [connection] visitor in
            let id = ToggleClient.visitor(visitor).hash
            return (id, try connection.read(id))
        }
    }

    /// Writes with the revision of the last write, after reading the row if `isReading`.
    func toggle(isReading: Bool) throws {
        let index = number % visitors.count
        let list = lists[number / visitors.count % 2]
        number += 1
        let (id, known) = visitors[index]
        let revision = isReading ? try connection.read(id) : known
        visitors[index].revision = try connection.write(id, revision, list)
    }
}
