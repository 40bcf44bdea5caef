import Synchronization

/// The compressed content of one stream, shared by the writes that it comes from.
final class GrowingGzipMember: Sendable {
    struct Failure: Error {}

    private let member = Mutex(GzipMember())
    private let pool: DeflaterPool

    init(pool: DeflaterPool) { self.pool = pool }

    /// What to send of the next part; throws where it cannot be compressed, which cuts the stream.
    func part(_ content: [UInt8]) throws(Failure) -> [UInt8] {
        guard !content.isEmpty else { return [] }
        let output = member.withLock { $0.part(content, by: pool) }
        guard let output else { throw Failure() }
        return output
    }

    func end() -> [UInt8] { member.withLock { $0.end() } }
}
