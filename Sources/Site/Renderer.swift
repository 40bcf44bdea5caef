import HTML
import HTTP
import HTTPTypes
import Heroes

/// A view that is a whole page in the site's frame.
protocol PageView: TemplateView {
    var frame: FrameView { get set }
    /// The names of the portraits that fly to or from the page; nil for a page without any.
    var transition: TransitionView? { get }
}

extension PageView {
    var transition: TransitionView? { nil }
}

/// Turns views into responses: frame, headers, and the parts of a page that is sent while it is made.
struct Renderer: Sendable {
    let theme: Theme
    let configuration: SiteConfiguration

    func link(file name: String) -> SafeURL { .path(theme.files.url(name)) }

    /// A page that is all there.
    func page(_ view: some PageView, status: HTTPResponse.Status = .ok, _ visit: Visit) -> Response {
        let bytes = theme.templates.render(framed(view, visit)).bytes
        return Response(status: status, fields: fields(bytes, visit), body: .bytes(bytes))
    }

    /// A page whose rest is not known yet: the first part at once, then what `rest` writes, then the end.
    func stream(
        _ view: some PageView, _ visit: Visit, rest: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> Response {
        let rendering = theme.templates.render(framed(view, visit))
        var fields = fields(rendering.head, visit)
        fields[.accelBuffering] = "no"
        return Response(
            fields: fields,
            body: .stream { writer in
                try await writer.write(rendering.head)
                try await rest(writer)
                if let tail = rendering.tail { try await writer.write(tail) }
            })
    }

    /// A part of a page, for sending after its first part.
    func part(_ view: some TemplateView) -> [UInt8] { theme.templates.render(view).bytes }

    private func framed<Page: PageView>(_ view: Page, _ visit: Visit) -> Page {
        var view = view
        view.frame.favouriteCount = visit.favourites.count
        view.frame.isUncounted = !visit.canReadFavourites
        view.frame.stylesheet = link(file: "site.css")
        view.frame.script = link(file: "site.js")
        view.frame.icon = link(file: "icon.svg")
        view.frame.touchIcon = link(file: "touch-icon.png")
        view.frame.transition = view.transition
        if let origin = configuration.origin(of: visit.request), view.frame.canonical != nil {
            view.frame.preview = PreviewView(view.frame, icon: link(file: "icon-512.png"), origin)
            if !view.frame.steps.isEmpty { view.frame.breadcrumbs = LinkedData.breadcrumbs(view.frame.steps, origin) }
        }
        if !visit.canReadFavourites, visit.visitor != nil {
            view.frame.notice = "Your favourites cannot be read just now, so hearts may look empty. Nothing is lost."
        }
        return view
    }

    /// Returns the fields of a page, of which the first bytes are given.
    private func fields(_ page: [UInt8], _ visit: Visit) -> HTTPFields {
        var fields = SecurityFields.page(
            policy: ContentSecurityPolicy.text(of: page, imageHosts: configuration.imageHosts),
            isSecure: configuration.isSecure)
        // Where the browser does not keep what a form was answered with, Back asks whether to send the form again.
        if visit.request.method == .post { fields[.cacheControl] = "private, no-cache" }
        return fields
    }
}
