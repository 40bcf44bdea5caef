import HTTP
import HTTPTypes
import Heroes

/// What is for those who run the site, in front of its pages: `/metrics`, `/healthz` and `/readyz`.
struct OperationsPages: Sendable {
    let metrics: @Sendable () -> String
    let readiness: Readiness
    /// Who may read the figures besides programs on this machine.
    let readers: [AddressRange]

    /// Nil for everything else, and for whom the figures are none of their business.
    func respond(to request: Request) async -> Response? {
        let path = request.path
        switch path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path {
        case "/healthz":
            // Whoever answers is alive, whatever the templates are like.
            Trace.current?.route = RouteLabel.health
            return allowing(request) { .operations("text/plain; charset=utf-8", "ok\n") }
        case "/metrics" where request.isLocal(or: readers):
            Trace.current?.route = RouteLabel.metrics
            return allowing(request) { .operations(Exposition.mediaType, metrics()) }
        case "/readyz":
            Trace.current?.route = RouteLabel.readiness
            let findings = await readiness.findings
            return allowing(request) { Self.page(findings) }
        default: return nil
        }
    }

    private func allowing(_ request: Request, _ response: () -> Response) -> Response {
        guard request.method == .get || request.method == .head else {
            var refusal = Response.operations("text/plain; charset=utf-8", "GET and HEAD only\n", .methodNotAllowed)
            refusal.fields[.allow] = "GET, HEAD"
            return refusal
        }
        return response()
    }

    private static func page(_ findings: [Readiness.Finding]) -> Response {
        let isReady = findings.allSatisfy { $0.complaint == nil }
        let checks = findings.map { "\"\($0.name)\":\"\($0.text)\"" }.joined(separator: ",")
        let body = "{\"ready\":\(isReady),\"checks\":{\(checks)}}\n"
        return .operations("application/json", body, isReady ? .ok : .serviceUnavailable)
    }
}

extension Readiness.Finding {
    fileprivate var text: String { complaint ?? degradation.map { "degraded: \($0)" } ?? "ok" }
}

extension Response {
    fileprivate static func operations(
        _ type: String, _ text: String, _ status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status,
            fields: [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: .bytes(Array(text.utf8)))
    }
}
