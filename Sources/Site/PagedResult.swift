import Heroes

/// A result that contains one page of a list.
protocol PagedResult: Sendable {
    var pageCount: Int { get }
    /// The seconds since the source sent or revalidated the result.
    var age: Int { get }
}

extension ListPage: PagedResult {}
