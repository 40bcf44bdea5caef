import Basics
import FoundationEssentials
import HTML
import HTTP
import HTTPTypes

/// The page at the gateway's root: its content, and how to call it.
package struct OverviewPage: Sendable {
    private let templates: Templates

    /// Reads the template from the folder of all templates, blocking. Throws if it does not match its view.
    package init(templates folder: String) throws {
        templates = try Templates(folder: folder, views: [OverviewView.self])
    }

    func response(_ view: OverviewView) -> Response {
        let html = templates.render(view).bytes
        let hash = Data(SHA256.hash(data: Self.style(html))).base64EncodedString()
        let policy = "default-src 'none'; style-src 'sha256-\(hash)'; img-src 'self'; frame-ancestors 'none'"
        return Response(
            fields: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy], body: .bytes(html))
    }

    private static func style(_ html: [UInt8]) -> [UInt8] {
        guard let start = html.firstRange(of: Array("<style>".utf8)),
            let end = html.firstRange(of: Array("</style>".utf8))
        else { return [] }
        return Array(html[start.upperBound..<end.lowerBound])
    }
}

struct OverviewView: TemplateView {
    static let template = "gateway-overview"

    let baseURL: String
    let kinds: [KindView]
    /// True if calls need no keys.
    let isOpen: Bool
    let dailyLimit: Int?
    let examples: [CallView]
    /// The path of the example hero's picture; nil if the gateway does not draw it.
    let picture: String?
    let hero: String
    let attribution: SafeHTML?

    static let fields: [Field<OverviewView>] = [
        .text("baseURL", \.baseURL), .list("kinds", \.kinds), .flag("isOpen", \.isOpen),
        .optionalText("dailyLimit") { $0.dailyLimit.map(String.init) }, .list("examples", \.examples),
        .optionalURL("picture") { $0.picture.map(SafeURL.path) }, .text("picturePath") { $0.picture ?? "" },
        .text("hero", \.hero), .optionalHTML("attribution", \.attribution),
    ]
}

extension OverviewView {
    init(_ gateway: Gateway, _ overview: Archive.Overview, baseURL: String) {
        self.baseURL = baseURL
        let isOpen = if case .open = gateway.configuration.access { true } else { false }
        (self.isOpen, dailyLimit) = (isOpen, gateway.configuration.dailyLimit)
        kinds = overview.counts.map(KindView.init)
        var calls = [("Heroes whose names start with “spi”", "characters?nameStartsWith=spi")]
        if let hero = overview.hero {
            calls.append(("One hero: \(hero.name)", "characters/\(hero.id)"))
            calls.append(("Comics with \(hero.name), newest first", "characters/\(hero.id)/comics"))
        }
        calls.append(("Ten events by date", "events?orderBy=startDate&limit=10"))
        examples = calls.map { CallView($0, $1, isOpen: isOpen) }
        let portrait = overview.hero.map { "/images/characters/\($0.id)/portrait_xlarge.png" }
        picture = portrait.flatMap { gateway.images?.draws($0) == true ? $0 : nil }
        hero = overview.hero?.name ?? ""
        let texts = overview.isFromMarvel ? AttributionTexts.marvel : .catalogue
        attribution = Sanitizer().sanitizeInline(texts.html)
    }
}

/// A kind with its number of objects and the parameters of its lists.
struct KindView: View {
    let kind: Kind
    let count: Int

    init(_ kind: Kind, count: Int) { (self.kind, self.count) = (kind, count) }

    static let fields: [Field<KindView>] = [
        .text("name", \.kind.rawValue), .text("count") { String($0.count) },
        .text("filters") { $0.kind.filters.keys.sorted().joined(separator: ", ") },
        .text("orders") { $0.kind.orderings.keys.sorted().joined(separator: ", ") },
    ]
}

/// A call as an example; a link if it needs no keys.
struct CallView: View {
    let label: String
    let path: String
    let isOpen: Bool

    init(_ label: String, _ call: String, isOpen: Bool) {
        (self.label, path, self.isOpen) = (label, "/v1/public/" + call, isOpen)
    }

    static let fields: [Field<CallView>] = [
        .text("label", \.label), .text("path", \.path), .optionalURL("link") { $0.isOpen ? .path($0.path) : nil },
    ]
}
