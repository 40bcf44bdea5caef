import HTML
import Testing

/// The supported part of the Mustache language follows its specification.
@Suite struct MustacheTests {
    @Test(
        "variables",
        arguments: [
            ("{{title}}", "Title"), ("{{ title }}", "Title"), ("{{\n title\n}}", "Title"), ("no tags", "no tags"),
            ("", ""),
            ("{{title}}{{count}}", "Title7"), ("a }} b", "a }} b"), ("{ {{title}} }", "{ Title }"),
            ("[{{nothing}}]", "[]"), ("[{{noLink}}]", "[]"), ("  {{title}}\n", "  Title\n"),
        ])
    func variables(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "sections",
        arguments: [
            ("{{#isOn}}yes{{/isOn}}", "yes"), ("{{#isOff}}yes{{/isOff}}", ""), ("{{#nothing}}yes{{/nothing}}", ""),
            ("{{#note}}is {{note}}{{/note}}", "is Note"), ("{{#link}}{{link}}{{/link}}", "/there"),
            ("{{#aside}}{{aside}}{{/aside}}", "&lt;i&gt;"), ("{{#child}}{{name}}, {{title}}{{/child}}", "child, Title"),
            ("{{#guest}}{{name}}{{/guest}}{{#missingPart}}{{name}}{{/missingPart}}", "guest"),
            ("{{#items}}{{name}}{{/items}}", "abc"), ("{{#none}}x{{/none}}", ""),
            ("{{#items}}{{#items}}{{name}}{{/items}}.{{/items}}", "abc.abc.abc."),
            ("{{#child}}{{#inner}}{{name}} {{title}}{{/inner}} {{name}}{{/child}}", "inner Title child"),
            ("A {{#isOn}}B {{#isOn}}C{{/isOn}} D{{/isOn}} E", "A B C D E"),
            ("A {{#isOff}}B {{#isOn}}C{{/isOn}} D{{/isOff}} E", "A  E"), ("|{{# isOn }}={{/ isOn }}|", "|=|"),
            ("{{#guest}}{{#note}}{{note}}{{/note}}{{/guest}}", "Note"),
        ])
    func sections(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "inverted sections",
        arguments: [
            ("{{^isOff}}no{{/isOff}}", "no"), ("{{^isOn}}no{{/isOn}}", ""), ("{{^nothing}}none{{/nothing}}", "none"),
            ("{{^note}}none{{/note}}", ""), ("{{^missingPart}}{{title}}{{/missingPart}}", "Title"),
            ("{{^guest}}x{{/guest}}", ""),
            ("{{^none}}empty{{/none}}", "empty"), ("{{^items}}empty{{/items}}", ""),
            ("{{^noLink}}no{{/noLink}}{{^link}}no{{/link}}", "no"),
        ])
    func inverted(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "comments",
        arguments: [
            ("12{{! a comment }}34", "1234"), ("  12 {{! inline\n two }}\n", "  12 \n"),
            ("{{!title}}{{! <script> }}", ""),
        ])
    func comments(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "text is rendered as it is written, but for lines that are only a tag",
        arguments: [
            ("|\n{{#isOn}}\n|\n{{/isOn}}\n|\n", "|\n|\n|\n"), ("a\n{{! alone }}\n{{>p}}\nb", "a\none\ntwo\nb"),
            ("|\n {{#isOn}}\n{{/isOn}} \n|", "|\n \n \n|"), ("{{title}}\n{{#isOff}}\n{{/isOff}}\n", "Title\n"),
            ("  {{>p}}\n{{>p}}", "  one\ntwo\n\none\ntwo\n"), ("<pre>{{>p}}</pre>", "<pre>one\ntwo\n</pre>"),
        ])
    func whiteSpace(template: String, expected: String) throws {
        #expect(try Templates.page(template, ["p": "one\ntwo\n"]).text == expected)
    }

    @Test(
        "partials",
        arguments: [
            ("[{{>p}}]", "from {{title}}", "[from Title]"), ("|{{> p }}|", "[]", "|[]|"),
            ("{{#items}}{{>p}}{{/items}}", "({{name}}{{count}})", "(a7)(b7)(c7)"),
            ("{{>p}}{{>p}}", "x", "xx"),
        ])
    func partials(template: String, partial: String, expected: String) throws {
        #expect(try Templates.page(template, ["p": partial]).text == expected)
    }

    @Test("text in any script is unchanged")
    func unicode() throws {
        var page = Page()
        page.title = "Ωmega 🦸🏽‍♀️ é e\u{301} \u{202E}"
        #expect(try Templates.page("→ {{title}} ←", [:], page).text == "→ Ωmega 🦸🏽‍♀️ é e\u{301} \u{202E} ←")
    }

    @Test("a list of views without fields is repeated too")
    func emptyViews() throws {
        struct Blank: View { static let fields: [Field<Blank>] = [] }
        struct Row: TemplateView {
            static let template = "row"
            static let fields: [Field<Row>] = [.list("blanks") { _ in [Blank(), Blank(), Blank()] }]
        }
        let templates = try Templates(files: ["row": Array("{{#blanks}}x{{/blanks}}".utf8)], views: [Row.self])
        #expect(templates.render(Row()).text == "xxx")
    }
}
