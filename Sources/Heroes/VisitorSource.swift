/// The visitors of a store, for copying.
package protocol VisitorSource: Sendable {
    /// Returns about `limit` visitors after this id, which is the end of the page before, or empty for the first page.
    func page(after id: [UInt8], limit: Int) async throws(FavouritesError) -> VisitorPage
}

/// A visitor's favourites as they are copied from one store to another.
package struct StoredVisitor: Hashable, Sendable {
    /// The SHA-256 of the cookie.
    package let id: [UInt8]
    /// The list in `FavouritesFormat`.
    package let content: [UInt8]
    /// The time of the last change or visit, in milliseconds since 1970.
    package let modified: Int

    package init(id: [UInt8], content: [UInt8], modified: Int) {
        (self.id, self.content, self.modified) = (id, content, modified)
    }
}

/// A part of a store's visitors, in the order of their ids.
package struct VisitorPage: Sendable {
    package var visitors: [StoredVisitor] = []
    package var problems: [CopyProblem] = []
    /// The id that the next page follows; nil after the last page.
    package var end: [UInt8]?

    package init() {}
}

/// A list that cannot be copied.
package struct CopyProblem: Hashable, Sendable {
    /// Its name and the reason.
    package let text: String
    /// True if an earlier list of the visitor is copied in its place.
    package let hasPrevious: Bool

    package init(_ text: String, hasPrevious: Bool = false) { (self.text, self.hasPrevious) = (text, hasPrevious) }
}
