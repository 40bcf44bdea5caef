import HTML
import HTTP
import HTTPTypes
import Heroes

/// Renders views into responses: layout, header fields, and the parts of a streamed page.
struct Renderer: Sendable {
    let assets: Assets
    let configuration: SiteConfiguration

    func link(file name: String) -> SafeURL { .path(assets.files.url(name)) }

    /// Returns a complete page.
    func page(_ view: some PageView, status: HTTPResponse.Status = .ok, _ request: PageRequest) -> Response {
        var view = withLayout(view, request)
        view.layout.renderBlocking = .page
        let bytes = assets.templates.render(view).bytes
        return Response(status: status, fields: fields(bytes, request), body: .bytes(bytes))
    }

    /// Returns a streamed page: the head at once, then what `remainder` writes, then the end of the layout.
    func stream(
        _ view: some PageView, _ request: PageRequest, remainder: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> Response {
        let rendering = assets.templates.render(withLayout(view, request))
        var fields = fields(rendering.head, request)
        fields[.accelBuffering] = "no"
        return Response(
            fields: fields,
            body: .stream { writer in
                try await writer.write(rendering.head)
                try await remainder(writer)
                if let tail = rendering.tail { try await writer.write(tail) }
            })
    }

    /// Renders a part of a streamed page.
    func part(_ view: some TemplateView) -> [UInt8] { assets.templates.render(view).bytes }

    private func withLayout<Page: PageView>(_ view: Page, _ request: PageRequest) -> Page {
        var view = view
        view.layout.favouriteCount = request.favourites.count
        view.layout.isCountUnknown = !request.canReadFavourites
        view.layout.stylesheet = link(file: "site.css")
        view.layout.script = link(file: "site.js")
        view.layout.icon = link(file: "icon.svg")
        view.layout.touchIcon = link(file: "touch-icon.png")
        view.layout.transition = view.transition
        if let origin = configuration.origin(of: request.http), view.layout.canonical != nil {
            view.layout.preview = PreviewView(view.layout, icon: link(file: "icon-512.png"), origin)
            if !view.layout.steps.isEmpty {
                view.layout.breadcrumbs = LinkedData.breadcrumbs(view.layout.steps, origin)
            }
        }
        if !request.canReadFavourites, request.visitor != nil {
            view.layout.notice =
                "Your favourites can’t be loaded right now, so hearts may look empty. Your list is safe."
        }
        return view
    }

    /// Returns the header fields of a page from the bytes of its head.
    private func fields(_ page: [UInt8], _ request: PageRequest) -> HTTPFields {
        var fields = SecurityFields.page(
            policy: ContentSecurityPolicy.text(of: page, imageHosts: configuration.imageHosts),
            isSecure: configuration.isSecure)
        // If the browser does not store the response to a form, Back asks whether to send the form again.
        if request.http.method == .post { fields[.cacheControl] = "private, no-cache" }
        return fields
    }
}
