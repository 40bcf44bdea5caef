import HTML

/// Pagination: current page, page count and the pages before and after it.
struct PagingView: View {
    let page: Int
    let pageCount: Int
    let previous: SafeURL?
    let next: SafeURL?

    /// Returns nil if there is only one page.
    init?(page: Int, of pageCount: Int, route: (_ page: Int) -> Route) {
        guard pageCount > 1 else { return nil }
        self.page = page
        self.pageCount = pageCount
        previous = page > 1 ? route(page - 1).url : nil
        next = page < pageCount ? route(page + 1).url : nil
    }

    static let fields: [Field<PagingView>] = [
        .number("page", \.page),
        .number("pageCount", \.pageCount),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
    ]
}
