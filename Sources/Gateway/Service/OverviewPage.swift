import Basics
import FoundationEssentials
import HTTP
import HTTPTypes

/// The page at the gateway's root: its content, and how to call it.
struct OverviewPage {
    private let overview: Archive.Overview
    private let baseURL: String
    private let dailyLimit: Int?
    private let isOpen: Bool
    /// The path of the example hero's picture; nil if the gateway does not draw it.
    private let picture: String?

    init(_ gateway: Gateway, _ overview: Archive.Overview, baseURL: String) {
        self.overview = overview
        self.baseURL = baseURL
        dailyLimit = gateway.configuration.dailyLimit
        if case .open = gateway.configuration.access { isOpen = true } else { isOpen = false }
        picture = overview.hero.flatMap { hero in
            gateway.images?.emblem(Kind.characters.key(hero.id)).map { _ in
                "/images/characters/\(hero.id)/portrait_xlarge.png"
            }
        }
    }

    var response: Response {
        let hash = Data(SHA256.hash(data: Self.style.utf8)).base64EncodedString()
        let policy = "default-src 'none'; style-src 'sha256-\(hash)'; img-src 'self'; frame-ancestors 'none'"
        return Response(
            fields: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
            body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>MarvelHeroes API</title>
        <style>\(Self.style)</style>
        <header>
        <h1>MarvelHeroes API</h1>
        <p>Marvel’s former comics API, read only, in JSON. An app written for it works again with this base URL:</p>
        <pre>\(Self.escape(baseURL))/v1/public</pre>
        </header>
        <main>
        <h2>In this archive</h2>
        <table>
        <tr><th scope="col">Kind</th><th scope="col">Objects</th></tr>
        \(counts)
        </table>
        \(isOpen ? "" : signature)
        <h2>Try it</h2>
        <p>\(isOpen ? "Calls need no keys here." : "Sign each of these calls.")</p>
        <ul>
        \(examples.map(item).joined(separator: "\n"))
        </ul>
        \(pictures)
        <h2>Endpoints</h2>
        <ul>
        <li><code>/v1/public/{kind}</code> lists all objects of a kind.</li>
        <li><code>/v1/public/{kind}/{id}</code> is one object.</li>
        <li><code>/v1/public/{kind}/{id}/{other kind}</code> lists the objects related to it.</li>
        </ul>
        <dl>
        \(filters)
        </dl>
        <p>Lists take <code>limit</code> (1 to 100), <code>offset</code>, <code>orderBy</code> and the filters named
        above. <code>characters?search=</code> finds words of names and descriptions; <code>facts=true</code> adds real
        names, aliases, teams and first appearances.</p>
        </main>
        <footer><p>\((overview.isFromMarvel ? AttributionTexts.marvel : .catalogue).html)</p></footer>
        </html>

        """
    }

    private var counts: String {
        overview.counts.map { "<tr><th scope=\"row\">\($0.kind.rawValue)</th><td>\($0.count)</td></tr>" }
            .joined(separator: "\n")
    }

    /// The explanation of signatures, with the keys of Marvel's documentation; this gateway's keys are never shown.
    private var signature: String {
        let (timestamp, key, secret) = ("1", "1234", "abcd")
        let hash = Credentials.hash(timestamp: timestamp, secret: secret, key: key)
        let url = "/v1/public/characters?nameStartsWith=spi&ts=\(timestamp)&apikey=\(key)&hash=\(hash)"
        return """
            <h2>Sign a call</h2>
            <p>Each call has three parameters: <code>ts</code>, any text, usually the time; <code>apikey</code>, your
            public key; and <code>hash</code>, the MD5 of <code>ts</code>, private key and public key in hexadecimal
            digits.\(dailyLimit.map { " A key may make \($0) calls a day." } ?? "")</p>
            <p>With <code>ts</code> as <code>\(timestamp)</code> and the example keys <code>\(key)</code> (public) and
            <code>\(secret)</code> (private), <code>hash</code> is the MD5 of
            <code>\(timestamp)\(secret)\(key)</code>:</p>
            <pre>\(Self.escape(baseURL + url))</pre>
            """
    }

    private var examples: [(label: String, path: String)] {
        var examples = [("Heroes whose names start with “spi”", "characters?nameStartsWith=spi")]
        if let hero = overview.hero {
            examples.append(("One hero: \(hero.name)", "characters/\(hero.id)"))
            examples.append(("Comics with \(hero.name), newest first", "characters/\(hero.id)/comics"))
        }
        examples.append(("Ten events by date", "events?orderBy=startDate&limit=10"))
        return examples.map { ($0, "/v1/public/\($1)") }
    }

    private func item(_ example: (label: String, path: String)) -> String {
        let (label, path) = (Self.escape(example.label), Self.escape(example.path))
        return "<li>\(isOpen ? "<a href=\"\(path)\">\(label)</a>" : label)<br><code>\(path)</code></li>"
    }

    private var pictures: String {
        guard let picture, let hero = overview.hero else { return "" }
        return """
            <h2>Pictures</h2>
            <p>Their address is the thumbnail’s <code>path</code>, a variant and the <code>extension</code>. They need
            no keys.</p>
            <p><a href="\(picture)"><img src="\(picture)" width="150" height="225" alt="\(Self.escape(hero.name))"></a></p>
            <p><code>\(picture)</code></p>
            """
    }

    private var filters: String {
        Kind.allCases.map { kind in
            """
            <dt>\(kind.rawValue)</dt>
            <dd>Filters: \(kind.filters.keys.sorted().joined(separator: ", "))</dd>
            <dd>orderBy: \(kind.orderings.keys.sorted().joined(separator: ", "))</dd>
            """
        }.joined(separator: "\n")
    }

    private static func escape(_ text: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static let style = """
        :root { color-scheme: light dark; background: Canvas; color: CanvasText; }
        body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
        header { border-top: .375rem solid #d1132a; padding-top: 1rem; }
        h1, h2 { line-height: 1.2; }
        h2 { margin-top: 2.5rem; }
        pre, code { font: .9375em/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
        pre { padding: .75rem 1rem; border: 1px solid; border-radius: .5rem; }
        table { border-collapse: collapse; }
        th, td { text-align: start; padding: .25rem 2rem .25rem 0; border-bottom: 1px solid #8888; }
        td, th + th { text-align: end; padding-right: 0; font-variant-numeric: tabular-nums; }
        li { margin: .5rem 0; }
        dt { font-weight: bold; margin-top: 1rem; }
        dd { margin: 0; }
        """
}
