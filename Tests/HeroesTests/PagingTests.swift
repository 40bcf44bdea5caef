import Testing

@testable import Heroes

@Suite struct PagingTests {
    @Test(
        "a page's range starts at the end of the page before",
        arguments: [
            (1, 0), (2, 20), (9, 160), (0, 0), (-3, 0), (Int.min, 0), (Int.max, (Int.max / 20 - 1) * 20),
        ])
    func range(page: Int, offset: Int) { #expect(PageRange.page(page) == PageRange(offset: offset, limit: 20)) }

    @Test(
        "a list has at least one page",
        arguments: [
            (0, 1), (1, 1), (20, 1), (21, 2), (40, 2), (1564, 79), (-1, 1), (Int.max, Int.max / 20 + 1),
        ])
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
