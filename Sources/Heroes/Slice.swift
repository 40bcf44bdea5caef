/// One page of anything, with what is needed to page on.
package struct Slice<Item: Sendable>: Sendable {
    package let items: [Item]
    package let window: Window
    /// How many items the whole list has.
    package let total: Int
    package let attribution: Attribution
    /// Nil where the source does not tell its versions apart.
    package var version: Version?
    /// Seconds since the source last said or confirmed this.
    package var age = 0

    package init(items: [Item], window: Window, total: Int, attribution: Attribution, version: Version? = nil) {
        self.items = items
        self.window = window
        self.total = total
        self.attribution = attribution
        self.version = version
    }

    /// How many pages of this length the whole list fills, at least 1.
    package var pageCount: Int {
        let (fullPages, rest) = max(0, total).quotientAndRemainder(dividingBy: max(1, window.limit))
        return max(1, fullPages + (rest > 0 ? 1 : 0))
    }
}

extension Slice: Equatable where Item: Equatable {}
extension Slice: Codable where Item: Codable {}
