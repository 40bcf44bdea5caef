import Basics
import HTTP

/// The documents that grow with the number of heroes. They are rendered at most once a minute and only if the source has
/// changed, and all their readers share the bytes.
actor DocumentCache {
    private struct Document: Sendable {
        let files: [CachedResponse]
        let revision: UInt64?
        /// The monotonic time in milliseconds.
        let time: Int
    }

    /// Without a public URL, each Host has documents of its own.
    private var documents = LRUCache<String, Document>(limit: 16 << 20)

    /// The time in milliseconds in which a document may lack changes of the source.
    private static let lifetime = 60_000

    /// Returns the files of a document; of concurrent requests the first renders.
    func files(_ key: String, _ context: PageContext, _ render: @Sendable () -> [Response]) -> [CachedResponse] {
        let (revision, time) = (context.source.revision, context.configuration.milliseconds())
        if let document = documents.use(key),
            revision != nil && document.revision == revision || time - document.time < Self.lifetime
        {
            return document.files
        }
        // Level 1: a higher one takes a second for a long document.
        let files = render().compactMap { CachedResponse($0, level: 1) }
        let cost = files.reduce(0) { $0 + $1.cost }
        documents.set(key, Document(files: files, revision: revision, time: time), cost: cost)
        return files
    }
}
