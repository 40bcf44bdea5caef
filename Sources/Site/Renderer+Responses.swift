import HTML
import HTTP
import HTTPTypes
import Heroes

extension Renderer {
    /// A failure as a page in the frame, or as a JSON problem (RFC 9457) where that is asked for.
    func failure(_ failure: Failure, _ visit: Visit) -> Response {
        var response: Response
        if visit.prefersJSON {
            response = Problem(status: failure.status, title: failure.heading, detail: failure.sentence).response
            response.fields.append(contentsOf: SecurityFields.bare)
        } else {
            response = page(FailureView(failure), status: failure.status, visit)
        }
        for field in failure.fields { response.fields[field.name] = field.value }
        return response
    }

    /// Nil where there is no such file.
    func file(_ name: String, _ request: Request) -> Response? {
        theme.files.respond(to: request, name: name)
    }

    /// The style sheet that names portraits on a page whose head is gone.
    func transitions(_ ids: [Hero.ID]) -> Response {
        var fields = SecurityFields.bare
        fields[.contentType] = "text/css; charset=utf-8"
        fields[.cacheControl] = "public, max-age=86400"
        return Response(fields: fields, body: .bytes(part(TransitionView(ids))))
    }
}

extension Response {
    /// A permanent redirect within the site.
    static func moved(to route: Route) -> Response {
        var fields = SecurityFields.bare
        fields[.location] = route.path
        fields[.cacheControl] = "no-cache"
        return Response(status: .movedPermanently, fields: fields)
    }

    /// Leads to another page after a form, or for now.
    static func found(_ url: SafeURL) -> Response {
        var fields = SecurityFields.bare
        fields[.location] = url.string
        fields[.cacheControl] = "no-store"
        return Response(status: .seeOther, fields: fields)
    }

    /// An object for the site's own script.
    static func json(_ members: [(name: String, value: JSONValue)]) -> Response {
        var fields = SecurityFields.bare
        fields[.contentType] = "application/json"
        fields[.cacheControl] = "no-store"
        return Response(fields: fields, body: .bytes(JSONValue.object(members).bytes))
    }

    static func text(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        var fields = SecurityFields.bare
        fields[.contentType] = "text/plain; charset=utf-8"
        fields[.cacheControl] = "no-store"
        return Response(status: status, fields: fields, body: .bytes(Array(text.utf8)))
    }

    /// What a broken template looks like while one works on it.
    static func development(error: String) -> Response {
        text(error + "\n", .internalServerError)
    }
}
