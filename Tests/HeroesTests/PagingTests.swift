import Testing

@testable import Heroes

@Suite struct PagingTests {
    @Test(
        "a page's window starts where the page before ends",
        arguments: [
            (1, 0), (2, 20), (9, 160), (0, 0), (-3, 0), (Int.min, 0), (Int.max, Int.max - 20),
            (Int.max / 20 + 1, Int.max - 20),
        ])
    func window(page: Int, offset: Int) { #expect(Window.page(page) == Window(offset: offset, limit: 20)) }

    @Test(
        "a list fills whole pages and at least one",
        arguments: [
            (0, 1), (1, 1), (20, 1), (21, 2), (40, 2), (1564, 79), (-1, 1), (Int.max, Int.max / 20 + 1),
        ])
    func pageCount(total: Int, pages: Int) {
        let slice = Slice<Hero>(items: [], window: Window(), total: total, attribution: Attribution(html: ""))
        #expect(slice.pageCount == pages)
    }

    @Test("a window without length does not divide by it")
    func emptyWindow() {
        let window = Window(offset: 0, limit: 0)
        let slice = Slice<Hero>(items: [], window: window, total: 5, attribution: Attribution(html: ""))
        #expect(slice.pageCount == 5)
    }
}
