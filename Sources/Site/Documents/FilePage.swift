import HTTP

/// `/static/site.css` and `/favicon.ico`
struct FilePage {
    let visit: Visit
    let name: String

    func response() throws(Failure) -> Response {
        guard let file = visit.assets.files.respond(to: visit.request, name: name) else {
            throw Failure(RouteError.unknown)
        }
        return file
    }
}
