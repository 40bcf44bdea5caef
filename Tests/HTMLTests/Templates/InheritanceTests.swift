import HTML
import Testing

/// Parents and blocks follow the inheritance part of the Mustache specification.
@Suite struct InheritanceTests {
    @Test(
        "blocks and their replacements",
        arguments: [
            ("{{$a}}default {{title}}{{/a}}", "", "default Title"), ("{{<p}}{{/p}}", "{{$a}}own{{/a}}", "own"),
            ("{{<p}}{{$a}}new{{/a}}{{/p}}", "..{{$a}}own{{/a}}..", "..new.."),
            ("{{<p}}{{$title}}block{{/title}}{{/p}}", "{{$title}}own{{/title}}", "block"),
            ("{{<p}}{{$b}}B{{/b}}{{/p}}", "{{$a}}a{{/a}}, {{$b}}b{{/b}}", "a, B"),
            ("{{<p}} text {{$a}}new{{/a}} text {{/p}}", "{{$a}}own{{/a}}", "new"),
            ("{{<p}} text {{! comment }} {{/p}}", "{{$a}}own{{/a}}", "own"),
            ("{{<p}}{{$a}}1{{/a}}{{/p}} {{<p}}{{$a}}2{{/a}}{{/p}}", "|{{$a}}{{/a}}{{$b}} b{{/b}}|", "|1 b| |2 b|"),
            ("{{>p}}|{{<p}}{{/p}}", "{{$a}}own{{/a}}", "own|own"),
            (
                "{{<p}}{{$a}}I say {{name}}{{/a}}{{/p}}", "{{#child}}{{$a}}You say {{name}}{{/a}}{{/child}}",
                "I say child"
            ),
            ("{{<p}}{{$a}}{{#isOn}}{{title}}{{/isOn}}{{/a}}{{/p}}", "{{$a}}{{/a}}{{$a}}{{/a}}", "TitleTitle"),
            ("{{<p}}{{$a}}({{<p}}{{$a}}in{{/a}}{{/p}}){{/a}}{{/p}}", "[{{$a}}{{/a}}]", "[([in])]"),
        ])
    func replacing(template: String, parent: String, expected: String) throws {
        #expect(try Templates.page(template, ["p": parent]).text == expected)
    }

    @Test(
        "lines and indentation",
        arguments: [
            ("{{<p}}{{$a}}\nx\n\n:(\n{{/a}}{{/p}}", "{{$a}}own{{/a}}", "x\n\n:(\n"),
            ("{{<p}}{{$a}}x y{{/a}}{{/p}}", "stop:\n  {{$a}}own{{/a}}\n", "stop:\n  x y\n"),
            ("Hi,\n  {{<p}}{{/p}}\n", "one\ntwo\n", "Hi,\n  one\n  two\n"),
            ("{{<p}}{{$a}}\none\ntwo{{/a}}\n{{/p}}\n", "Hi,\n  {{$a}}{{/a}}\n", "Hi,\n  one\n  two\n"),
            ("{{<p}}{{$a}}\n    one\n    two\n{{/a}}{{/p}}", "Hi,\n  {{$a}}\n  {{/a}}\n", "Hi,\n  one\n  two\n"),
            ("{{<p}}{{$a}}\none\ntwo\n{{/a}}{{/p}}", "Hi,\n{{$a}}\n  own\n{{/a}}\n", "Hi,\n  one\n  two\n"),
            ("{{<p}}\n{{$a}}\n<p>\n{{/a}}\n{{/p}}\n", "<main>\n{{$a}}\n{{/a}}\n</main>\n", "<main>\n<p>\n</main>\n"),
            ("{{<p}}\n{{$a}}\n{{#isOn}}\n  x\n{{/isOn}}\n{{/a}}\n{{/p}}\n", "{{$a}}{{/a}}", "x\n"),
        ])
    func lines(template: String, parent: String, expected: String) throws {
        #expect(try Templates.page(template, ["p": parent]).text == expected)
    }

    @Test("the outermost replacement wins over those of the parents")
    func levels() throws {
        let others = [
            "parent": "{{<older}}{{$a}}p{{/a}}{{/older}}", "older": "{{<oldest}}{{$a}}o{{/a}}{{/oldest}}",
            "oldest": "{{$a}}g{{/a}}",
        ]
        #expect(try Templates.page("{{<parent}}{{$a}}c{{/a}}{{/parent}}", others).text == "c")
        #expect(try Templates.page("{{<parent}}{{/parent}}", others).text == "p")
    }

    @Test("nested blocks are indented like the block that they replace")
    func nestedBlocks() throws {
        let others = [
            "parent": "{{<top}}{{$a}}\n  one\n  {{$b}}\n    two\n  {{/b}}\n{{/a}}{{/top}}",
            "top": "{{$a}}\n  own\n{{/a}}\n",
        ]
        let text = try Templates.page("{{<parent}}{{$b}}\nthree\n{{/b}}{{/parent}}", others).text
        #expect(text == "  one\n    three\n")
    }
}
