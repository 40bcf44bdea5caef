import HTML

/// A view with a field of every kind, for the templates of the tests.
struct Page: TemplateView {
    static let template = "page"

    var title = "Title"
    var note: String? = "Note"
    var nothing: String?
    var count = 7
    var isOn = true
    var isOff = false
    var markup = SafeHTML.escaping("<b>")
    var aside: SafeHTML? = SafeHTML.escaping("<i>")
    var address = SafeURL.path("/here?a=1&b=2")
    var link: SafeURL? = SafeURL.path("/there")
    var noLink: SafeURL?
    var child = Part(name: "child", inner: Inner(name: "inner", deep: "deep"))
    var guest: Part? = Part(name: "guest")
    var missingPart: Part?
    var items = [Part(name: "a"), Part(name: "b"), Part(name: "c")]
    var none: [Part] = []
    var late = Deferred<Part>.ready(Part(name: "late"))
    var lateItems = Deferred<[Part]>.ready([Part(name: "x"), Part(name: "y")])

    static let fields: [Field<Page>] = [
        .text("title", \.title), .optionalText("note", \.note), .optionalText("nothing", \.nothing),
        .number("count", \.count), .flag("isOn", \.isOn), .flag("isOff", \.isOff), .html("markup", \.markup),
        .optionalHTML("aside", \.aside), .url("address", \.address), .optionalURL("link", \.link),
        .optionalURL("noLink", \.noLink), .view("child", \.child), .optionalView("guest", \.guest),
        .optionalView("missingPart", \.missingPart), .list("items", \.items), .list("none", \.none),
        .deferred("late", \.late),
        .deferredList("lateItems", \.lateItems),
    ]
}

/// A nested view.
struct Part: TemplateView {
    static let template = "part"

    var name: String
    var isFirst = false
    var inner = Inner(name: "none", deep: "none")

    static let fields: [Field<Part>] = [.text("name", \.name), .flag("isFirst", \.isFirst), .view("inner", \.inner)]
}

/// A view nested two deep.
struct Inner: View {
    var name: String
    var deep: String

    static let fields: [Field<Inner>] = [.text("name", \.name), .text("deep", \.deep)]
}

extension Templates {
    /// Renders the page with a template that may include others.
    static func page(_ template: String, _ others: [String: String] = [:], _ page: Page = Page()) throws -> Rendering {
        try Templates(template, others).render(page)
    }

    init(_ template: String, _ others: [String: String] = [:]) throws(TemplateError) {
        let all = others.merging(["page": template]) { $1 }
        try self.init(files: all.mapValues { Array($0.utf8) }, views: [Page.self])
    }
}

extension Rendering {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Returns the problems of a template; nil if it is accepted.
func problem(_ template: String, _ others: [String: String] = [:]) -> String? {
    do {
        _ = try Templates(template, others)
        return nil
    } catch {
        return error.description
    }
}
