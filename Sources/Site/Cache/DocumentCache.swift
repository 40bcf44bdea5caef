import Basics
import Dispatch
import HTTP
import Synchronization

/// The documents that grow with the number of heroes. They are rendered away from the event loops, at most once a minute
/// and only if the source has changed, and all their readers share the bytes.
final class DocumentCache: Sendable {
    private struct Document: Sendable {
        let files: [CachedResponse]
        let revision: UInt64?
        /// The monotonic time in milliseconds.
        let time: Int
    }

    /// Without a public URL, each Host has documents of its own.
    private let documents = Mutex(LRUCache<String, Document>(limit: 16 << 20))
    private let queue = DispatchQueue(label: "heroes.documents")
    private let limit = NetworkLimit(running: 1, waiting: 63)

    /// The time in milliseconds in which a document may lack changes of the source.
    private static let lifetime = 60_000

    /// Returns the files of a document; nil if too many renderings of the client's network wait.
    func files(
        _ key: String, _ context: PageContext, _ render: @escaping @Sendable () -> [Response]
    ) async -> [CachedResponse]? {
        if let files = current(key, context) { return files }
        return await limit.run(for: context.network) {
            await withCheckedContinuation { done in
                // Of concurrent requests the first renders.
                self.queue.async {
                    done.resume(returning: self.current(key, context) ?? self.store(key, context, render))
                }
            }
        }
    }

    private func current(_ key: String, _ context: PageContext) -> [CachedResponse]? {
        guard let document = documents.withLock({ $0.use(key) }) else { return nil }
        let revision = context.source.revision
        let isCurrent = revision != nil && document.revision == revision
        return isCurrent || context.configuration.milliseconds() - document.time < Self.lifetime ? document.files : nil
    }

    private func store(_ key: String, _ context: PageContext, _ render: () -> [Response]) -> [CachedResponse] {
        let (revision, time) = (context.source.revision, context.configuration.milliseconds())
        // Level 1: a higher one takes a second for a long document.
        let files = render().compactMap { CachedResponse($0, level: 1) }
        let cost = files.reduce(0) { $0 + $1.cost }
        documents.withLock { _ = $0.set(key, Document(files: files, revision: revision, time: time), cost: cost) }
        return files
    }
}
