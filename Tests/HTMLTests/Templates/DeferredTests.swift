import HTML
import Testing

/// Pending data splits a page in two.
@Suite struct DeferredTests {
    static let template = "<p>{{^late}}wait{{/late}}\n{{#late}}\n{{>part}}\n{{/late}}\n</p>"
    static let part = ["part": "<b>{{name}}</b>\n"]

    @Test("ready data is part of the page")
    func ready() throws {
        let rendering = try Templates.page(Self.template, Self.part)
        #expect(rendering.tail == nil)
        #expect(rendering.text == "<p>\n<b>late</b>\n</p>")
    }

    @Test("pending data splits the page, and the part rendered alone fits in between")
    func pending() throws {
        var page = Page()
        page.late = .pending
        let files = Self.part.merging(["page": Self.template]) { $1 }.mapValues { Array($0.utf8) }
        let templates = try Templates(files: files, views: [Page.self, Part.self])
        let rendering = templates.render(page)
        #expect(String(decoding: rendering.head, as: UTF8.self) == "<p>wait\n")
        #expect(rendering.tail.map { String(decoding: $0, as: UTF8.self) } == "</p>")
        #expect(rendering.text == "<p>wait\n</p>")
        #expect(templates.render(Part(name: "late")).text == "<b>late</b>\n")
    }

    @Test("a ready list is shown even if it is empty; a pending one splits the page")
    func lists() throws {
        let template = "{{^lateItems}}wait{{/lateItems}}[{{#lateItems}}{{name}}{{/lateItems}}]"
        var page = Page()
        #expect(try Templates.page(template, [:], page).text == "[xy]")
        page.lateItems = .ready([])
        #expect(try Templates.page(template, [:], page) == Rendering(head: Array("[]".utf8), tail: nil))
        page.lateItems = .pending
        #expect(
            try Templates.page(template, [:], page) == Rendering(head: Array("wait[".utf8), tail: Array("]".utf8)))
    }

    @Test("consecutive sections of deferred data share one cut", arguments: [true, false], [true, false])
    func sharedCut(isFirstPending: Bool, isSecondPending: Bool) throws {
        var page = Page()
        if isFirstPending { page.late = .pending }
        if isSecondPending { page.lateItems = .pending }
        let template = "a\n{{#late}}\n{{name}}\n{{/late}}\n\n{{#lateItems}}\n{{name}}\n{{/lateItems}}\nz"
        let (first, second) = (isFirstPending ? "" : "late\n", isSecondPending ? "" : "x\ny\n")
        let rendering = try Templates.page(template, [:], page)
        #expect(rendering.text == "a\n" + first + "\n" + second + "z")
        let head = isFirstPending ? "a\n" : isSecondPending ? "a\n" + first + "\n" : rendering.text
        #expect(String(decoding: rendering.head, as: UTF8.self) == head)
    }

    @Test(
        "a page has one cut for deferred data",
        arguments: [
            (
                "{{#late}}{{/late}}\nx{{#late}}{{/late}}",
                "2:2: sections of deferred data must directly follow each other"
            ),
            (
                "{{#late}}{{/late}}{{title}}{{#lateItems}}{{/lateItems}}",
                "1:28: sections of deferred data must directly follow each other"
            ),
            (
                "{{#items}}{{#late}}{{/late}}{{/items}}",
                "1:11: deferred data inside a list or other deferred data"
            ),
            (
                "{{#late}}{{#lateItems}}{{/lateItems}}{{/late}}",
                "1:10: deferred data inside a list or other deferred data"
            ),
            (
                "{{#late}}{{/late}}{{^late}}wait{{/late}}",
                "1:19: a placeholder for deferred data must come before the section of the data"
            ),
            ("<p title=\"{{#late}}{{/late}}\">", "1:11: deferred data in the attribute title"),
        ])
    func rejected(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }
}
