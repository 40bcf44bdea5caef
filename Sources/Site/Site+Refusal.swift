import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// The page for a request that the server could not let through.
    package func refusal(_ status: HTTPResponse.Status, of request: Request?) -> Response {
        // Without templates, a theme in the making, a plain sentence has to do.
        guard let theme = try? theme() else { return .text("\(status.code) \(status.reasonPhrase)\n", status) }
        let renderer = Renderer(theme: theme, configuration: configuration)
        let visit = Visit(
            request: request ?? Request(target: "/"), visitor: nil, favourites: Favourites.none, nonce: nonce())
        return renderer.failure(.refused(status), visit)
    }
}

extension Failure {
    /// What a visitor reads whose request broke a rule or a limit of HTTP.
    fileprivate static func refused(_ status: HTTPResponse.Status) -> Failure {
        let (heading, sentence) =
            switch status.code {
            case 408: ("That took too long", "The rest of the request did not arrive in time.")
            case 413: ("That is too much at once", "The form is larger than any page of this site sends.")
            case 414: ("That address is too long", "No page of this site has an address of that length.")
            case 431: ("That request is too long", "Its header fields are larger than we read. Old cookies may be why.")
            case 503: ("We are full", "More visitors are here than we can serve. It will pass.")
            case 500...: ("That cannot be answered", "The request asks for something that this server does not do.")
            default: ("That request cannot be read", "It is not what a browser would send.")
            }
        return Failure(status: status, heading: heading, sentence: sentence)
    }
}
