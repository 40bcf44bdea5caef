/// The records of a store, for copying.
package protocol VisitorSource: Sendable {
    /// Returns about `limit` records after this id, which is the end of the page before, or empty for the first page.
    func page(after id: [UInt8], limit: Int) async throws(FavouritesError) -> VisitorPage
}

/// A store that records can be copied to.
package protocol VisitorTarget: Sendable {
    /// Stores the record durably. Returns false, without a change, if the store's own is equal or newer. Two changes of
    /// a file within some milliseconds have the same time, so a different list with the same time is replaced.
    func save(_ record: VisitorRecord) async throws(FavouritesError) -> Bool
    /// Returns the stored record; nil if there is none that is readable.
    func record(of id: [UInt8]) async throws(FavouritesError) -> VisitorRecord?
}
