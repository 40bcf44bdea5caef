import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Returns the error page for a request that the server rejected.
    package func errorPage(_ status: HTTPResponse.Status, for request: Request?) -> Response {
        // Without templates, during development, plain text is sent.
        guard let assets = try? assets() else { return .text("\(status.code) \(status.reasonPhrase)\n", status) }
        let renderer = Renderer(assets: assets, configuration: configuration)
        return renderer.failure(.http(status), requestWithCachedFavourites(request))
    }

    /// Returns the request with the favourites from memory, because it must not wait for the store.
    private func requestWithCachedFavourites(_ request: Request?) -> PageRequest {
        // Without a request the visitor's cookie is unknown.
        guard let request else { return PageRequest(http: Request(target: "/"), visitor: nil, favourites: nil) }
        let pageRequest = requestWithoutFavourites(request)
        guard let visitor = pageRequest.visitor else { return pageRequest }
        return PageRequest(http: request, visitor: visitor, favourites: favourites.cachedFavourites(of: visitor))
    }
}

extension Failure {
    /// Returns the page for a request that violates a rule or a limit of HTTP.
    fileprivate static func http(_ status: HTTPResponse.Status) -> Failure {
        let (heading, sentence) =
            switch status.code {
            case 408: ("That took too long", "Your request didn’t arrive in time. Please try again.")
            case 413:
                ("That is too large", "This site can’t take that much at once. Nothing was changed.")
            case 414: ("That address is too long", "Check the address, or start from all heroes.")
            case 431: ("That request is too large", "Clearing old cookies often helps.")
            case 503: ("We’re very busy", "Please try again in a moment.")
            case 500...:
                ("That isn’t supported", "The request asks for something that this site can’t do.")
            default: ("That request didn’t work", "It isn’t one that a browser would send.")
            }
        var failure = Failure(status: status, heading: heading, sentence: sentence)
        // Only forms that change favourites have content.
        if status == .contentTooLarge {
            (failure.next, failure.nextLabel) = (.favourites(page: 1), "Back to your favourites")
        }
        return failure
    }
}
