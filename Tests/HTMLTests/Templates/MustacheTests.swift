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
            ("{{child.name}} {{child.inner.deep}}", "child deep"), ("{{ child.inner.name }}", "inner"),
        ])
    func variables(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "sections",
        arguments: [
            ("{{#isOn}}yes{{/isOn}}", "yes"), ("{{#isOff}}yes{{/isOff}}", ""), ("{{#nothing}}yes{{/nothing}}", ""),
            ("{{#note}}{{.}} is {{note}}{{/note}}", "Note is Note"), ("{{#link}}{{link}}{{/link}}", "/there"),
            ("{{#aside}}{{.}}{{/aside}}", "&lt;i&gt;"), ("{{#child}}{{name}}, {{title}}{{/child}}", "child, Title"),
            ("{{#guest}}{{name}}{{/guest}}{{#missingPart}}{{name}}{{/missingPart}}", "guest"),
            ("{{#items}}{{name}}{{/items}}", "abc"), ("{{#none}}x{{/none}}", ""),
            ("{{#items}}{{#items}}{{name}}{{/items}}.{{/items}}", "abc.abc.abc."),
            ("{{#child.inner}}{{deep}}{{/child.inner}}", "deep"), ("{{#child.isFirst}}x{{/child.isFirst}}", ""),
            ("{{#child}}{{#inner}}{{name}} {{title}}{{/inner}} {{name}}{{/child}}", "inner Title child"),
            ("{{#child.inner}}{{child.name}}{{/child.inner}}", "child"),
            ("A {{#isOn}}B {{#isOn}}C{{/isOn}} D{{/isOn}} E", "A B C D E"),
            ("A {{#isOff}}B {{#isOn}}C{{/isOn}} D{{/isOff}} E", "A  E"), ("|{{# isOn }}={{/ isOn }}|", "|=|"),
            ("{{#guest}}{{#note}}{{.}}{{/note}}{{/guest}}", "Note"),
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
            ("{{^child.isFirst}}later{{/child.isFirst}}", "later"),
            ("{{^noLink}}no{{/noLink}}{{^link}}no{{/link}}", "no"),
        ])
    func inverted(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "comments",
        arguments: [
            ("12{{! a comment }}34", "1234"), ("a\n{{! alone }}\nb\n", "a\nb\n"), ("a\n  {{! alone\n b }}\nb", "a\nb"),
            ("  12 {{! inline }}\n", "  12 \n"), ("{{! first }}\nx", "x"), ("x\n{{! last }}", "x\n"),
            ("|\r\n{{! c }}\r\n|", "|\r\n|"), ("{{!title}}{{! <script> }}", ""),
        ])
    func comments(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "a tag alone on its line leaves no trace of the line",
        arguments: [
            ("| This\n{{#isOn}}\n|\n{{/isOn}}\n| Line\n", "| This\n|\n| Line\n"),
            ("| This\n  {{#isOn}}\n|\n  {{/isOn}}\n| Line\n", "| This\n|\n| Line\n"),
            ("|\r\n{{#isOn}}\r\n{{/isOn}}\r\n|", "|\r\n|"), ("  {{#isOn}}\n#{{/isOn}}\n/", "#\n/"),
            ("#{{#isOn}}\n/\n  {{/isOn}}", "#\n/\n"),
            (" {{#isOn}}YES{{/isOn}}\n {{#isOn}}GOOD{{/isOn}}\n", " YES\n GOOD\n"),
            (" | {{#isOn}}\t|\t{{/isOn}} | \n", " | \t|\t | \n"), ("a\n{{^isOff}}\nb\n{{/isOff}}\t\nc", "a\nb\nc"),
            ("{{#items}}\n- {{name}}\n{{/items}}\n", "- a\n- b\n- c\n"), ("{{title}}\n", "Title\n"),
            (" | {{#isOn}} {{! blank }}\n {{/isOn}} | \n", " |  \n  | \n"),
        ])
    func standalone(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "partials",
        arguments: [
            ("[{{>p}}]", "from {{title}}", "[from Title]"), ("|{{> p }}|", "[]", "|[]|"),
            ("| {{>p}} |", "\t|\t", "| \t|\t |"),
            ("  {{title}}  {{>p}}\n", ">\n>", "  Title  >\n>\n"), ("|\r\n{{>p}}\r\n|", ">", "|\r\n>|"),
            ("  {{>p}}\n>", ">\n>", "  >\n  >>"), (">\n  {{>p}}", ">\n>", ">\n  >\n  >"),
            ("\\\n {{>p}}\n/\n", "|\n{{title}}a\n|\n", "\\\n |\n Titlea\n |\n/\n"),
            ("{{#items}}{{>p}}{{/items}}", "({{name}}{{count}})", "(a7)(b7)(c7)"),
            (" {{>p}}\n", "{{#items}}\n{{name}}\n{{/items}}\n\nend\n", " a\n b\n c\n\n end\n"),
            ("  {{>p}}\n", "{{#isOn}}x{{/isOn}}\n", "  x\n"), ("{{>p}}{{>p}}", "x", "xx"),
        ])
    func partials(template: String, partial: String, expected: String) throws {
        #expect(try Templates.page(template, ["p": partial]).text == expected)
    }

    @Test("the indentation of nested partials adds up, and lines of values are not indented")
    func nestedIndentation() throws {
        let others = ["outer": "o\n {{>inner}}\n", "inner": "i\n{{title}}\n"]
        var page = Page()
        page.title = "one\ntwo"
        #expect(try Templates.page("x\n  {{>outer}}\ny\n", others, page).text == "x\n  o\n   i\n   one\ntwo\ny\n")
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
            static let examples = [Example("row", Row())]
        }
        let templates = try Templates(files: ["row": Array("{{#blanks}}x{{/blanks}}".utf8)], views: [Row.self])
        #expect(templates.render(Row()).text == "xxx")
    }
}
