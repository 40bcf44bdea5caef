import HTML
import HTTP
import Heroes

/// A view that may be sent after the head of its page.
protocol LateView: TemplateView {
    /// The view with what the head would contain if it had been known, such as the heading of an empty result.
    var late: Self { get }
}

extension LateView {
    var late: Self { self }
}

/// A page with content that may be sent after its head.
protocol LatePageView: PageView {
    associatedtype Content: LateView

    var content: Deferred<Content> { get set }
}

/// A response of the source with its age in seconds, 0 if it was just requested.
protocol Aged: Sendable {
    var age: Int { get }
}

extension Visit {
    /// Returns a page with content of one response of the source. If that arrives before the deadline, the page is sent
    /// complete. Otherwise the head is sent at once and the content, or a failure, follows.
    func page<Value: Aged, Page: LatePageView>(
        of pending: Pending<Result<Value, HeroError>>, retry: Route,
        content: @escaping @Sendable (Value) throws(Failure) -> Page.Content,
        view: (Deferred<Page.Content>) async -> Page
    ) async throws(Failure) -> Response {
        guard let result = await value(of: pending, by: deadline) else {
            let head = await view(.pending)
            return renderer.stream(head) { [renderer] writer in
                let bytes: [UInt8]
                do throws(Failure) {
                    let value = try await pending.value.mapError { Failure($0, retry: retry) }.get()
                    let content = try content(value)
                    var page = head
                    page.content = .ready(content)
                    bytes = renderer.fragment(content, of: page, after: head)
                } catch {
                    bytes = renderer.fragment(error)
                }
                try await writer.write(bytes)
            }
        }
        let value = try result.mapError { Failure($0, retry: retry) }.get()
        let page = await view(.ready(try content(value)))
        return renderer.page(page).repeatable().aged(value.age)
    }
}

/// A card or an item of a list that is still loading.
struct PlaceholderView: View {
    static let fields: [Field<PlaceholderView>] = []

    /// Returns the field with the placeholders of a page of a list.
    static func field<Page: PageView>() -> Field<Page> {
        .list("placeholders") { _ in Array(repeating: PlaceholderView(), count: PageRange.pageLength) }
    }
}
