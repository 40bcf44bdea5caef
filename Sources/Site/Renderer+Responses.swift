import HTML
import HTTP
import HTTPTypes
import Heroes

extension Renderer {
    /// Returns a failure as a page, or as a JSON problem (RFC 9457) if the client prefers JSON.
    func failure(_ failure: Failure, _ request: PageRequest) -> Response {
        var response: Response
        if request.prefersJSON {
            response = Problem(status: failure.status, title: failure.heading, detail: failure.sentence).response
            response.fields.append(contentsOf: SecurityFields.common)
        } else {
            response = page(FailureView(failure), status: failure.status, request)
        }
        for field in failure.fields { response.fields[field.name] = field.value }
        return response
    }

    /// Returns the static file, or nil if there is none of that name.
    func file(_ name: String, _ request: Request) -> Response? {
        assets.files.respond(to: request, name: name)
    }

    /// Returns the style sheet that names portraits and covers on a page after its head was sent.
    func transitions(_ heroes: [Hero.ID], _ works: [WorkID]) -> Response {
        Response(
            hardened: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=86400"],
            part(TransitionView(heroes, works: works)))
    }
}

extension Response {
    /// Creates a response that is not a page, with these fields and the common security fields.
    init(_ status: HTTPResponse.Status = .ok, hardened fields: HTTPFields, _ bytes: [UInt8] = []) {
        var all = SecurityFields.common
        all.append(contentsOf: fields)
        self.init(status: status, fields: all, body: .bytes(bytes))
    }

    /// Returns a permanent redirect within the site.
    static func permanentRedirect(to route: Route) -> Response {
        Response(.movedPermanently, hardened: [.location: route.target, .cacheControl: "no-cache"])
    }

    /// Returns a redirect after a form (303), or with another status.
    static func redirect(to url: SafeURL, _ status: HTTPResponse.Status = .seeOther) -> Response {
        Response(status, hardened: [.location: url.string, .cacheControl: "no-store"])
    }

    static func text(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status, hardened: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"], Array(text.utf8))
    }
}
