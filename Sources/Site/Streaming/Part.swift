import HTML
import HTTP
import Heroes

/// A part of a page, which may arrive after the head.
struct Part<View: PartView>: Sendable {
    /// The slot that the part fills; nil if it shares that of another part.
    let loader: LoaderView?
    /// Returns the content, or nil if a response that it needs has not arrived at the deadline.
    let content: @Sendable (_ deadline: ContinuousClock.Instant?) async -> PartContent<View>?

    init(
        _ loader: LoaderView?,
        _ content: @escaping @Sendable (_ deadline: ContinuousClock.Instant?) async -> PartContent<View>?
    ) {
        (self.loader, self.content) = (loader, content)
    }

    /// Creates a part with the content of one response.
    init<Value>(
        _ loader: LoaderView?, _ visit: Visit, _ response: Pending<Value>,
        _ content: @escaping @Sendable (Value) async -> PartContent<View>
    ) {
        self.init(loader) { deadline in
            guard let value = await visit.value(of: response, by: deadline) else { return nil }
            return await content(value)
        }
    }
}

protocol PartView: LateView {
    /// True if there is nothing to show; a late part then only removes its loader.
    var isEmpty: Bool { get }
}

/// A part that arrived, or a failure in its place.
struct PartContent<View: PartView>: Sendable {
    let view: View
    var attribution: Attribution?
    /// The seconds since the source sent or revalidated the result.
    var age: Int?
    var error: HeroError?
    /// The failure of the whole page, if the part shows that there is no such page.
    var refusal: Failure?
}

/// A slot of a part that is still loading.
struct LoaderView: View {
    enum Width: Sendable { case column, page, hidden }

    let slot: String
    let width: Width

    init(_ slot: String, _ width: Width = .column) { (self.slot, self.width) = (slot, width) }

    var isShown: Bool { width != .hidden }

    static let fields: [Field<LoaderView>] = [
        .text("slot", \.slot), .flag("isWide") { $0.width == .page }, .flag("isShown", \.isShown),
    ]
}

/// A page with parts; missing parts are loaders, which the streamed parts replace.
protocol PartsPageView: PageView {
    associatedtype Part: PartView

    var parts: Deferred<[Part]> { get set }
    var loaders: [LoaderView] { get set }
    var attribution: AttributionView? { get set }
    /// True if a shell was sent before, with the layout and the element around the article.
    var isLate: Bool { get set }
}

extension PartsPageView {
    /// The fields of a late article: a flag, and its colours, which the head of the page would contain.
    static var lateFields: [Field<Self>] {
        [
            .flag("isLate", \.isLate),
            .optionalURL("lateHue") { $0.isLate ? $0.layout.hue.map { Route.document(.hue($0.degrees)).url } : nil },
        ]
    }
}

extension Visit {
    /// Returns a page with parts, which are requested at the same time. The page is complete if all parts arrive before
    /// the deadline, otherwise they are streamed in place of loaders.
    func page<View, Page: PartsPageView>(
        of parts: [Part<View>], by deadline: ContinuousClock.Instant, retry: Route,
        view: (Deferred<[View]>) -> Page
    ) async throws(Failure) -> Response where Page.Part == View {
        var arrived: [PartContent<View>?] = []
        for part in parts { arrived.append(await part.content(deadline)) }
        let contents = arrived.compactMap(\.self)
        if let refusal = contents.lazy.compactMap(\.refusal).first { throw refusal }
        guard contents.count == parts.count else { return stream(view(.pending), Array(zip(parts, arrived))) }
        let errors = contents.compactMap(\.error)
        // A prefetched page is shown later, when a failed part might succeed, so it must be complete.
        if request.isPrefetch, let error = errors.first { throw Failure(error, retry: retry) }
        var page = view(.ready(contents.map(\.view).filter { !$0.isEmpty }))
        // Any result contains the attribution.
        page.attribution = texts.attribution(contents.lazy.compactMap(\.attribution).first)
        let response = renderer.page(page).aged(contents.compactMap(\.age).max())
        // An incomplete page is not cached.
        return errors.isEmpty ? response.repeatable() : response
    }

    /// Streams a page: the head, then each part as it arrives, and at the end the attribution.
    private func stream<View, Page: PartsPageView>(
        _ page: Page, _ parts: [(part: Part<View>, content: PartContent<View>?)]
    ) -> Response where Page.Part == View {
        var page = page
        page.layout.frame.renderBlocking = .head
        page.loaders = loaders(parts.map(\.part))
        return renderer.stream(page) { [head = page] writer in await write(parts, of: head, to: writer) }
    }

    /// Returns the loaders of the parts, those without a height last, so that their parts move no others.
    func loaders<View: PartView>(_ parts: [Part<View>]) -> [LoaderView] {
        let loaders = parts.compactMap(\.loader)
        return loaders.filter(\.isShown) + loaders.filter { !$0.isShown }
    }

    /// Writes each part of the page as it arrives, and at the end the attribution.
    func write<View, Page: PartsPageView>(
        _ parts: [(part: Part<View>, content: PartContent<View>?)], of head: Page, to writer: BodyWriter
    ) async where Page.Part == View {
        await withTaskGroup(of: (bytes: [UInt8], attribution: Attribution?).self) { [renderer] group in
            for (part, content) in parts {
                group.addTask {
                    let late = content == nil ? await part.content(nil) : nil
                    guard let content = content ?? late else { return ([], nil) }
                    // An empty part removes its loader.
                    let isShown = part.loader?.isShown == true || !content.view.isEmpty
                    guard isShown else { return ([], content.attribution) }
                    var page = head
                    page.parts = .ready([content.view])
                    return (renderer.fragment(content.view, of: page, after: head), content.attribution)
                }
            }
            var attribution: Attribution?
            for await part in group where !part.bytes.isEmpty {
                attribution = attribution ?? part.attribution
                try? await writer.write(part.bytes)  // The last write also reports a closed connection.
            }
            if let view = texts.attribution(attribution) {
                try? await writer.write(renderer.fragment(view))
            }
        }
    }

    /// Returns the failure of a part of a page, and logs its cause.
    func trouble(_ part: String, _ error: HeroError, retry: Route) -> TroubleView {
        if let cause = Failure(error, retry: retry).cause { log("\(part.lowercased()): \(cause)") }
        return TroubleView(part, error, retry: retry)
    }
}
