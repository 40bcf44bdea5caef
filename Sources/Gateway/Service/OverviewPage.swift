import Basics
import HTTP
import HTTPTypes

/// The HTML page at the gateway's root.
struct OverviewPage {
    private let baseURL: String
    private let access: GatewayConfiguration.Access
    private let isLocal: Bool

    init(_ gateway: Gateway, baseURL: String, for request: Request) {
        self.baseURL = baseURL
        access = gateway.configuration.access
        isLocal = request.isLocal()
    }

    var response: Response {
        Response(
            fields: [
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ], body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>MarvelHeroes gateway</title>
        <style>
        :root { color-scheme: light dark; }
        body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
        pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: .5rem; }
        </style>
        <h1>MarvelHeroes gateway</h1>
        <p>A service that speaks the wire format of the former Marvel Comics API, read only, in JSON. Clients of that API
        work with it by changing the base URL. It is not affiliated with Marvel.</p>
        <h2>Try it</h2>
        <pre>\(Self.escape(curl))</pre>
        <h2>Endpoints</h2>
        <ul>
        \(endpoints)
        </ul>
        <p>Lists take <code>limit</code> (1 to 100), <code>offset</code>, <code>orderBy</code> and the filters named
        above. <code>characters?search=</code> finds words of names and descriptions; <code>facts=true</code> adds real
        names, aliases, teams and first appearances.</p>
        </html>

        """
    }

    private var curl: String {
        var url = "\(baseURL)/v1/public/characters?nameStartsWith=spi"
        if case .keys(let keys) = access, let (key, secret) = keys.min(by: { $0.key < $1.key }) {
            let hash = Credentials.hash(timestamp: "1", secret: secret, key: key)
            // A valid hash works like the key itself, so it is shown only to this machine.
            url +=
                isLocal
                ? "&ts=1&apikey=\(PercentEncoding.encode(key))&hash=\(hash)"
                : "&ts=1&apikey=PUBLIC_KEY&hash=MD5_OF_1_PRIVATE_KEY_PUBLIC_KEY"
        }
        return "curl '\(url)'"
    }

    private var endpoints: String {
        Kind.allCases.map { kind in
            let others = Kind.allCases.filter { $0 != kind }.map(\.rawValue).joined(separator: ", ")
            let filters = kind.filters.keys.sorted().joined(separator: ", ")
            let path = "/v1/public/\(kind.rawValue)"
            return """
                <li><code>\(path)</code>, <code>\(path)/{id}</code>, <code>\(path)/{id}/</code>… \(others)<br>
                filters: \(filters)<br>orderBy: \(kind.orderings.keys.sorted().joined(separator: ", "))
                """
        }.joined(separator: "\n")
    }

    private static func escape(_ text: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
