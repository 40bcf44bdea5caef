import HTML
import HTTP
import HTTPTypes
import Heroes

/// A view that is a complete page with the site's layout.
protocol PageView: TemplateView {
    var layout: LayoutView { get set }
    /// The view transition names of the page's pictures, also of those sent after its head; nil for the browser's default.
    var transition: TransitionView? { get }
}

extension PageView {
    var transition: TransitionView? { nil }
}

extension Visit {
    var renderer: Renderer { Renderer(visit: self) }
}

/// Renders views for a visitor: pages in the site's layout with their header fields, and fragments of streamed pages.
struct Renderer: Sendable {
    let visit: Visit

    private var assets: Assets { visit.assets }

    func page(_ view: some PageView, status: HTTPResponse.Status = .ok) -> Response {
        var view = withLayout(view)
        view.layout.frame.renderBlocking = .page
        let bytes = assets.templates.render(view).bytes
        return Response(status: status, fields: fields(bytes), body: .bytes(bytes))
    }

    /// Returns a streamed page: the head at once, then what `remainder` writes, then the end of the layout.
    func stream(
        _ view: some PageView, remainder: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> Response {
        let rendering = assets.templates.render(withLayout(view))
        var fields = fields(rendering.head)
        fields[.accelBuffering] = "no"
        return Response(
            fields: fields,
            body: .stream { writer in
                try await writer.write(rendering.head)
                try await remainder(writer)
                if let tail = rendering.tail { try await writer.write(tail) }
            })
    }

    /// Renders a view without the values of the layout.
    func rendering(_ view: some TemplateView) -> Rendering { assets.templates.render(view) }

    func fragment(_ view: some TemplateView) -> [UInt8] { rendering(view).bytes }

    /// Renders what arrived after the head of its page, followed by the names of its pictures unless the page has no
    /// transition.
    func fragment<Page: PageView>(_ view: some LateView, of page: Page, after head: Page) -> [UInt8] {
        let names = page.transition?.names(after: head.transition)
        return fragment(view.late) + (names.map(fragment) ?? [])
    }

    /// Renders a failure in place of a part of a streamed page, or of all of it, and logs the cause.
    func fragment(_ failure: Failure, isPage: Bool = false) -> [UInt8] {
        failure.cause.map(visit.log)
        return fragment(LateFailureView(failure: failure, isPage: isPage))
    }

    /// Returns a failure as a page, or as a JSON problem (RFC 9457) if the client prefers JSON.
    func page(_ failure: Failure, posters: [HeroCard] = []) -> Response {
        var response: Response
        if visit.prefersJSON {
            response = Problem(status: failure.status, title: failure.heading, detail: failure.sentence).response
            response.fields.append(contentsOf: SecurityFields.common)
        } else {
            var view = FailureView(failure)
            view.layout.posters = posters
            response = page(view, status: failure.status)
        }
        for field in failure.fields { response.fields[field.name] = field.value }
        return response
    }

    private func withLayout<Page: PageView>(_ view: Page) -> Page {
        var view = view
        view.layout.frame.favouriteCount = visit.favourites.count
        view.layout.frame.kinds = visit.source.listedKinds
        view.layout.frame.isCountUnknown = !visit.canReadFavourites
        view.layout.frame.files = assets.files
        view.layout.frame.transition = view.transition
        view.layout.frame.isMissingFavourites = !visit.canReadFavourites && visit.visitor != nil
        if let origin = visit.origin, view.layout.canonical != nil {
            view.layout.frame.preview = PreviewView(view.layout, icon: assets.url("icon-512.png"), origin)
            view.layout.frame.breadcrumbs = LinkedData.breadcrumbs(view.layout.steps, origin)
        }
        return view
    }

    /// Returns the header fields of a page from the bytes of its head.
    private func fields(_ page: [UInt8]) -> HTTPFields {
        var fields = SecurityFields.page(
            policy: ContentSecurityPolicy.text(of: page, imageHosts: visit.configuration.imageHosts),
            isSecure: visit.configuration.isSecure)
        // If the browser does not store the response to a form, Back asks whether to send the form again.
        if visit.request.method == .post { fields[.cacheControl] = "private, no-cache" }
        return fields
    }
}

extension Response {
    /// Creates a response that is not a page, with these fields and the common security fields.
    init(_ status: HTTPResponse.Status = .ok, hardened fields: HTTPFields, _ bytes: [UInt8] = []) {
        var all = SecurityFields.common
        all.append(contentsOf: fields)
        self.init(status: status, fields: all, body: .bytes(bytes))
    }

    /// Returns a redirect after a form (303), or with another status.
    static func redirect(to url: SafeURL, _ status: HTTPResponse.Status = .seeOther) -> Response {
        Response(status, hardened: [.location: url.string, .cacheControl: "no-store"])
    }

    static func text(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, hardened: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"], Array(text.utf8))
    }

    /// Returns the page with an Age field (RFC 9111 section 5.1) if its oldest result comes from a cache.
    func aged(_ seconds: Int?) -> Response {
        guard let seconds, seconds > 0 else { return self }
        var response = self
        response.fields[.age] = String(seconds)
        return response
    }

    /// Returns the page marked as cacheable while the source's revision and the favourites are unchanged.
    func repeatable() -> Response {
        var response = self
        response.isCacheable = true
        return response
    }
}
