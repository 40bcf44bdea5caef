import HTTP
import HTTPTypes
import Heroes

/// The pages for operators: `/metrics`, `/healthz` and `/readyz`.
struct OperationsPages: Sendable {
    let metrics: @Sendable () -> String
    let readiness: Readiness
    /// The addresses allowed to read the metrics, in addition to this machine.
    let readers: [AddressRange]

    static let paths = ["/healthz", "/readyz", "/metrics"]

    /// Returns nil for other paths, and for `/metrics` if the client is not allowed to read it.
    func respond(to request: Request) async -> Response? {
        let path = request.path
        switch path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path {
        case "/healthz":
            // Liveness does not depend on templates, store or source.
            Trace.current?.route = RouteLabel.health
            return allowing(request) { .operations("text/plain; charset=utf-8", "ok\n") }
        case "/metrics" where request.isLocal(or: readers):
            Trace.current?.route = RouteLabel.metrics
            return allowing(request) { .operations(PrometheusText.mediaType, metrics()) }
        case "/readyz":
            Trace.current?.route = RouteLabel.readiness
            let results = await readiness.results
            return allowing(request) { Self.page(results) }
        default: return nil
        }
    }

    private func allowing(_ request: Request, _ response: () -> Response) -> Response {
        guard request.method == .get || request.method == .head else {
            var response = Response.operations("text/plain; charset=utf-8", "GET and HEAD only\n", .methodNotAllowed)
            response.fields[.allow] = "GET, HEAD"
            return response
        }
        return response()
    }

    private static func page(_ results: [Readiness.CheckResult]) -> Response {
        let isReady = results.allSatisfy { $0.failure == nil }
        let checks = results.map { "\"\($0.name)\":\"\($0.text)\"" }.joined(separator: ",")
        let body = "{\"ready\":\(isReady),\"checks\":{\(checks)}}\n"
        return .operations("application/json", body, isReady ? .ok : .serviceUnavailable)
    }
}

extension Readiness.CheckResult {
    fileprivate var text: String { failure ?? degradation.map { "degraded: \($0)" } ?? "ok" }
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
