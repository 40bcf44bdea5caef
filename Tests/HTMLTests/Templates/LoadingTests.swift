import FoundationEssentials
import HTML
import Testing

/// Every mistake in a template is found when it is loaded, with its location.
@Suite struct LoadingTests {
    @Test(
        "mistakes in names and types",
        arguments: [
            ("a\nb {{titel}}", "2:3: unknown name \"titel\" in Page"),
            (
                "{{#items}}\n  {{#inner}}{{x}}{{/inner}}\n{{/items}}",
                "2:13: unknown name \"x\" in Inner (within Part, Page)"
            ),
            ("{{#child}}{{nme}}{{/child}}", "1:11: unknown name \"nme\" in Part (within Page)"),
            ("é{{child.name}}", "1:2: \"child.name\" is not a name"),
            ("{{#title}}{{/title}}", "1:1: \"title\" in Page (text): it cannot be a section"),
            ("{{#count}}{{/count}}", "1:1: \"count\" in Page (number): it cannot be a section"),
            ("{{#markup}}{{/markup}}", "1:1: \"markup\" in Page (markup): it cannot be a section"),
            ("{{#address}}{{/address}}", "1:1: \"address\" in Page (url): it cannot be a section"),
            ("{{^title}}{{/title}}", "1:1: \"title\" in Page (text): it is never missing"),
            ("{{^child}}{{/child}}", "1:1: \"child\" in Page (view): it is never missing"),
            ("{{isOn}}", "1:1: \"isOn\" in Page (flag): only a section can show it"),
            ("{{child}}", "1:1: \"child\" in Page (view): only a section can show it"),
            ("{{guest}}", "1:1: \"guest\" in Page (optional view): only a section can show it"),
            ("{{items}}", "1:1: \"items\" in Page (list): only a section can show it"),
            ("{{late}}", "1:1: \"late\" in Page (deferred data): only a section can show it"),
            ("{{.}}", "1:1: \".\" is not a name"),
        ])
    func names(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }

    @Test(
        "mistakes in tags",
        arguments: [
            ("a\n  {{title", "2:3: unclosed tag"), ("{{}}", "1:1: tag without a name"),
            ("{{# }}", "1:1: tag without a name"),
            ("{{a b}}", "1:1: \"a b\" is not a name"),
            ("{{#.}}{{/.}}", "1:1: \".\" is not a name"),
            ("{{{title}}}", "1:1: unescaped tags are not supported: only SafeHTML is written unescaped"),
            ("{{&title}}", "1:1: unescaped tags are not supported: only SafeHTML is written unescaped"),
            ("{{=<% %>=}}", "1:1: other delimiters are not supported"),
            ("\n {{#isOn}}", "2:2: \"isOn\" is not closed"),
            ("{{$a}}", "1:1: parents and blocks are not supported"),
            ("{{#isOn}}{{#isOff}}{{/isOn}}{{/isOff}}", "1:20: \"isOn\" is closed while \"isOff\" is open"),
            ("x{{/isOn}}", "1:2: \"isOn\" is closed but was not opened"),
        ])
    func tags(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }

    @Test(
        "mistakes across files",
        arguments: [
            ("\n{{>gone}}", [:], "page.html:2:1: missing partial \"gone\""),
            (
                "{{>a}}", ["a": "\n x {{>b}}", "b": "{{>a}}"],
                "b.html:1:1: \"a\" includes itself: a → b → a"
            ),
            ("{{>page}}", [:], "page.html:1:1: \"page\" includes itself: page → page"),
            (
                "{{>p}}", ["p": "{{>q}}\n{{>p}}", "q": "{{title}}"],
                "p.html:2:1: \"p\" includes itself: p → p"
            ),
            (
                "\n{{>a}}", ["a": "{{>x}}\n {{>b}}", "b": "{{>x}}{{>a}}", "x": "{{>y}}", "y": ""],
                "b.html:1:7: \"a\" includes itself: a → b → a"
            ),
            (
                "{{>p}}", ["p": "{{#child}}\n{{titel}}{{/child}}"],
                "p.html:2:1: unknown name \"titel\" in Part (within Page)"
            ),
            ("", ["unused": "{{#a}}"], "unused.html:1:1: \"a\" is not closed"),
        ])
    func files(template: String, others: [String: String], expected: String) {
        #expect(problem(template, others) == "Templates/" + expected)
    }

    @Test("a view without its template is rejected")
    func missingTemplate() {
        let error = #expect(throws: TemplateError.self) {
            try Templates(files: ["page": []], views: [Page.self, Part.self])
        }
        #expect(error?.description == "Templates/part.html:1:1: missing template of Part")
    }

    @Test("a view that declares a name twice is rejected")
    func duplicateField() {
        struct Duplicate: TemplateView {
            static let template = "double"
            static let fields: [Field<Duplicate>] = [.text("a") { _ in "" }, .number("a") { _ in 1 }]
        }
        let error = #expect(throws: TemplateError.self) {
            try Templates(files: ["double": []], views: [Duplicate.self])
        }
        #expect(error?.description == "Templates/double.html:1:1: Duplicate declares the field \"a\" twice")
    }

    @Test(
        "all files and views are checked before the error is thrown, and a problem that two views share is reported once"
    )
    func severalProblems() {
        let files = ["page": "{{>x}}\n{{oops}}", "part": "{{>x}}", "x": "{{oops}}"].mapValues { Array($0.utf8) }
        let shared = #expect(throws: TemplateError.self) { try Templates(files: files, views: [Page.self, Part.self]) }
        #expect(shared?.problems.map(\.description) == ["Templates/x.html:1:1: unknown name \"oops\" in Page"])
        let broken = ["a": "{{#x}}", "b": "{{", "c": "fine"].mapValues { Array($0.utf8) }
        let syntax = #expect(throws: TemplateError.self) { try Templates(files: broken, views: [Page.self]) }
        #expect(syntax?.problems.map(\.file) == ["Templates/a.html", "Templates/b.html"])
    }

    @Test("a template that is not UTF-8 is rejected")
    func encoding() {
        let error = #expect(throws: TemplateError.self) {
            try Templates(files: ["page": Array("é\n".utf8) + [0x61, 0xFF]], views: [Page.self])
        }
        #expect(error?.description == "Templates/page.html:2:1: not UTF-8")
    }

    @Test("a folder is read by file name, and a missing one is rejected")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "templates-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<p>{{>part}}</p>".utf8).write(to: folder.appending(path: "page.html"))
        try Data("{{title}}".utf8).write(to: folder.appending(path: "part.html"))
        try Data("{{".utf8).write(to: folder.appending(path: "notes.txt"))
        try Data("{{".utf8).write(to: folder.appending(path: ".page.html"))
        let path = folder.path()
        #expect(try Templates(folder: path, views: [Page.self]).render(Page()).text == "<p>Title</p>")
        let error = #expect(throws: TemplateError.self) {
            try Templates(folder: path + "/none", views: [Page.self])
        }
        #expect(error?.problems.first?.message.hasPrefix("cannot be read") == true)
    }
}
