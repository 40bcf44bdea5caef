import FoundationEssentials

/// The stored responses of a source: in a file of this process, or in a database that several machines share.
///
/// Responses are bytes, since their types belong to the source's module. Failures are not thrown, because a response
/// that cannot be loaded is requested again.
package protocol ResponseStore: Sendable {
    /// Loads the response, whatever its age.
    func load(_ key: String, at now: Date) async -> StoredResponse?
    /// Saves responses in the background.
    func save(_ responses: [StoredResponse])
    func remove(_ key: String)
    /// Loads the indexed responses that were saved since the time, if there is one, with the latest ones last. Returns
    /// nil if they cannot be loaded.
    func indexed(since time: Date?, at now: Date) async -> [StoredResponse]?
    /// Waits for all work in the background.
    func flush() async
}

/// A response as it is stored.
package struct StoredResponse: Equatable, Sendable {
    package let key: String
    /// True if the response is part of an index that is loaded at start.
    package var isIndexed: Bool
    /// The time of the response or of its last revalidation, by the clock of the reader.
    package let date: Date
    /// The text of the response; empty if the source does not have the object.
    package let body: Data

    package init(_ key: String, isIndexed: Bool = false, date: Date, body: Data) {
        (self.key, self.isIndexed, self.date, self.body) = (key, isIndexed, date, body)
    }
}

/// The calls of a source in the last hour, counted for all processes that share its limit.
package protocol CallCounter: Sendable {
    /// Counts a call of the resource if fewer than `limit` are counted and the source has not asked for a pause.
    func count(_ resource: String, upTo limit: Int) async -> CallCount
    /// Reports to the other processes that the source has asked for a pause of calls of the resource.
    func pause(_ resource: String, seconds: Int) async
}

/// The result of counting a call.
package enum CallCount: Equatable, Sendable {
    /// The number of counted calls, with this one.
    case counted(Int)
    /// The call is not counted: the seconds until the limit allows one.
    case exhausted(retryAfter: Int)
    /// The call is not counted: the seconds until the end of a pause.
    case paused(retryAfter: Int)
}
