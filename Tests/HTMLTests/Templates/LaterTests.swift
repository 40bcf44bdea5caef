import HTML
import Testing

/// A page is cut in two where data is pending.
@Suite struct LaterTests {
    static let template = "<p>{{^late}}wait{{/late}}\n{{#late}}\n{{>part}}\n{{/late}}\n</p>"
    static let part = ["part": "<b>{{name}}</b>\n"]

    @Test("data that is there is part of the page")
    func ready() throws {
        let rendering = try Templates.page(Self.template, Self.part)
        #expect(rendering.tail == nil)
        #expect(rendering.text == "<p>\n<b>late</b>\n</p>")
    }

    @Test("pending data cuts the page, and the part rendered alone fits in between")
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

    @Test("a list that is there is shown even when it is empty; one that is not cuts the page")
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

    @Test("sections of later data that follow each other share one cut", arguments: [true, false], [true, false])
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

    @Test("appending ignores the cut and keeps what is there")
    func appending() throws {
        var page = Page()
        page.late = .pending
        var bytes = Array("before ".utf8)
        try Templates("a{{#late}}b{{/late}}c").append(page, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "before ac")
    }

    @Test(
        "a page has one place for later data",
        arguments: [
            (
                "{{#late}}{{/late}}\nx{{#late}}{{/late}}",
                "2:2: a page has one place for data that can come later: such sections must follow each other"
            ),
            (
                "{{#late}}{{/late}}{{title}}{{#lateItems}}{{/lateItems}}",
                "1:28: a page has one place for data that can come later: such sections must follow each other"
            ),
            (
                "{{#items}}{{#late}}{{/late}}{{/items}}",
                "1:11: data that can come later inside a list or other data that can come later"
            ),
            (
                "{{#late}}{{#lateItems}}{{/lateItems}}{{/late}}",
                "1:10: data that can come later inside a list or other data that can come later"
            ),
            (
                "{{#late}}{{/late}}{{^late}}wait{{/late}}",
                "1:19: what shows while data is pending must stand before the section of the data"
            ),
            ("<p title=\"{{#late}}{{/late}}\">", "1:11: data that can come later in the attribute title"),
        ])
    func refused(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }
}
