import HTML
import Heroes

/// The links to the pages before and after a page of a list.
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

/// A page of a list, or of the results of a search.
protocol Paginated: Aged {
    var pageCount: Int { get }
}

extension Paginated {
    /// Throws a failure if the page is past the end of the list.
    func checkPage(_ page: Int, _ route: (_ page: Int) -> Route) throws(Failure) {
        guard page <= pageCount else { throw .pastTheEnd(route(pageCount), page: page, of: pageCount) }
    }
}

extension ListPage: Paginated {}

extension SearchResults: Paginated {
    var pageCount: Int { heroes.pageCount }
    var age: Int { heroes.age }
}

extension ListPage {
    /// The words after the number of items if the list still grows; empty otherwise.
    var growth: String { gap == .stillLoading ? " so far" : "" }
}

extension Hero {
    /// Returns a number of heroes in words.
    static func count(_ number: Int) -> String { number == 1 ? "1 hero" : "\(number.grouped) heroes" }
}

extension Int {
    /// The number, 0 or more, with a comma between thousands.
    var grouped: String {
        self < 1000 ? String(self) : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
    }
}
