import HTML

/// Where one is in a long list, and the links to its other pages.
package struct PagingView: View {
    package let page: Int
    package let pageCount: Int
    package let first: SafeURL?
    package let previous: SafeURL?
    package let next: SafeURL?
    package let last: SafeURL?

    /// Nil when everything is on one page.
    package init?(page: Int, of pageCount: Int, route: (_ page: Int) -> Route) {
        guard pageCount > 1 else { return nil }
        self.page = page
        self.pageCount = pageCount
        first = page > 1 ? route(1).url : nil
        previous = page > 1 ? route(page - 1).url : nil
        next = page < pageCount ? route(page + 1).url : nil
        last = page < pageCount ? route(pageCount).url : nil
    }

    package static let fields: [Field<PagingView>] = [
        .number("page", \.page),
        .number("pageCount", \.pageCount),
        .optionalURL("first", \.first),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
        .optionalURL("last", \.last),
    ]
}
