import HTTP

/// `/about`: what the site is, its sources, and the visitor's privacy.
struct AboutPage {
    let context: PageContext

    func respond(_ request: PageRequest) -> Response {
        context.renderer.page(AboutView(imageHosts: context.configuration.imageHosts), request).repeatable()
    }
}
