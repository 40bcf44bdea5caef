import HTML
import HTTP
import Heroes

/// A page of a list; its content may be sent after its head.
protocol ListPageView: LatePageView where Content: ListContentView {
    /// The number of the page, which decides on the direction of the slide; nil if the page does not slide.
    var number: Int? { get }
}

extension ListPageView {
    var transition: TransitionView? {
        TransitionView(
            (content.value?.heroes ?? []) + layout.posters.map(\.hero.id), topics: content.value?.topics ?? [],
            page: number)
    }
}

protocol ListContentView: LateView {
    /// The heroes and topics with pictures, which move to their pages.
    var heroes: [Hero.ID] { get }
    var topics: [TopicID] { get }
    /// True if there is so little that heroes to meet are shown below it.
    var isSparse: Bool { get }
}

extension ListContentView {
    var topics: [TopicID] { [] }
}

extension Visit {
    /// Returns a page of a list, with heroes to meet below it if it has little.
    func listPage<Value: Aged, Page: ListPageView>(
        of pending: Pending<Result<Value, HeroError>>, retry: Route,
        content: @escaping @Sendable (Value) throws(Failure) -> Page.Content, view: (Deferred<Page.Content>) -> Page
    ) async throws(Failure) -> Response {
        try await page(of: pending, retry: retry, content: content) { (content: Deferred<Page.Content>) -> Page in
            var page = view(content)
            if let content = content.value, content.isSparse {
                page.layout.posters = await posters(without: content.heroes)
            }
            return page
        }
    }
}
