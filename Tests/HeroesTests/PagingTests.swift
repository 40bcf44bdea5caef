import Testing

@testable import Heroes

private let length = PageRange.pageLength

@Suite struct PagingTests {
    private static let starts: [(page: Int, offset: Int)] = [
        (1, 0), (2, length), (9, 8 * length), (0, 0), (-3, 0), (Int.min, 0), (Int.max, (Int.max / length - 1) * length),
    ]

    @Test("a page's range starts at the end of the page before", arguments: starts)
    func range(page: Int, offset: Int) { #expect(PageRange.page(page) == PageRange(offset: offset, limit: length)) }

    private static let counts: [(total: Int, pages: Int)] = [
        (0, 1), (1, 1), (length, 1), (length + 1, 2), (2 * length, 2), (78 * length + 4, 79), (-1, 1),
        (Int.max, Int.max / length + 1),
    ]

    @Test("a list has at least one page", arguments: counts)
    func pageCount(total: Int, pages: Int) {
        let list = ListPage<Hero>(items: [], range: PageRange(), total: total, attribution: Attribution(html: ""))
        #expect(list.pageCount == pages)
    }

    @Test("a range with limit 0 does not divide by zero")
    func zeroLimit() {
        let range = PageRange(offset: 0, limit: 0)
        let list = ListPage<Hero>(items: [], range: range, total: 5, attribution: Attribution(html: ""))
        #expect(list.pageCount == 5)
    }
}
