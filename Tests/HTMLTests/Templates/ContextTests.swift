import HTML
import Testing

/// Values are allowed only in contexts in which they cannot become anything but text or a URL.
@Suite struct ContextTests {
    static let hostile = ["\"><script>alert(1)</script>", "' onmouseover='alert(1)", "</title><b>&amp;", "a\0b", "`=x"]

    @Test("text shows as itself and nothing else, in every context", arguments: hostile)
    func escaping(text: String) throws {
        var page = Page()
        page.title = text
        page.note = text
        let escaped = SafeHTML.escaping(text).markup
        #expect(!escaped.contains { "<>\"'\0".contains($0) })
        for template in [
            "<p>[]</p>", "<p title=\"[]\">", "<p title='[]'>", "<title>[]</title>", "<textarea>[]</textarea>",
            "<a href=\"/\" class=\"a [] b\">x</a>", "<script src='/x'></script>[]",
        ] {
            for name in ["{{title}}", "{{note}}", "{{#note}}{{note}}{{/note}}"] {
                let parts = template.split(separator: "[]", omittingEmptySubsequences: false)
                let rendered = try Templates.page(parts.joined(separator: name), [:], page).text
                #expect(rendered == parts.joined(separator: escaped))
            }
        }
    }

    @Test("each special character of HTML is escaped, others are not")
    func characters() {
        #expect(SafeHTML.escaping("&<>\"'").markup == "&amp;&lt;&gt;&quot;&#39;")
        #expect(SafeHTML.escaping("a & b\0c/=`é🦸").markup == "a &amp; b\u{FFFD}c/=`é🦸")
        #expect(SafeHTML.escaping("").markup == "")
    }

    @Test("numbers are written in decimal digits", arguments: [0, 7, 10, -1, 1_009_610, .max, .min])
    func numbers(number: Int) throws {
        var page = Page()
        page.count = number
        #expect(try Templates.page("{{count}}", [:], page).text == String(number))
    }

    @Test(
        "accepted contexts",
        arguments: [
            ("{{markup}}<b>{{aside}}</b>", "&lt;b&gt;<b>&lt;i&gt;</b>"),
            ("<a href=\"{{address}}\">", "<a href=\"/here?a=1&amp;b=2\">"),
            ("<a href='{{link}}#x'>", "<a href='/there#x'>"),
            ("<a HREF = \"{{link}}\"/>", "<a HREF = \"/there\"/>"),
            ("<a href=\"#hero-{{count}}\">", "<a href=\"#hero-7\">"),
            ("<img srcset=\"{{link}} 168w, {{link}} {{count}}w\">", "<img srcset=\"/there 168w, /there 7w\">"),
            ("<style nonce=\"{{title}}\">#a{{count}}{}</style>{{title}}", "<style nonce=\"Title\">#a7{}</style>Title"),
            ("<p style=\"order:{{count}}\" onclick=\"go({{count}})\">", "<p style=\"order:7\" onclick=\"go(7)\">"),
            ("<p{{#isOn}} hidden{{/isOn}}>{{title}}", "<p hidden>Title"),
            ("<p{{#isOff}} hidden{{/isOff}} id=\"a\">", "<p id=\"a\">"),
            ("<p {{#isOn}}hidden{{/isOn}} id=\"{{title}}\">", "<p hidden id=\"Title\">"),
            ("<p id=\"a\"{{#isOn}} lang=\"en\"{{/isOn}}{{^isOn}} lang='de' {{/isOn}}>", "<p id=\"a\" lang=\"en\">"),
            ("<p class=\"a{{#isOn}} b{{/isOn}}\">", "<p class=\"a b\">"),
            ("<p class=\"{{#isOff}}b{{/isOff}}\">", "<p class=\"\">"),
            (
                "<!-- <a href={{! }}> --><!doctype html><!----->{{title}}",
                "<!-- <a href=> --><!doctype html><!----->Title"
            ),
            ("<!----!>{{title}}<!-- ->--!>{{title}}<?x>{{title}}", "<!----!>Title<!-- ->--!>Title<?x>Title"),
            ("1 < {{count}} << {{count}} </> {{title}}", "1 < 7 << 7 </> Title"),
            ("<script>if (a</script</b) {}</script >{{title}}", "<script>if (a</script</b) {}</script >Title"),
            ("<title>a<b>{{title}}</TITLE>{{markup}}", "<title>a<b>Title</TITLE>&lt;b&gt;"),
            (
                "<br/><input disabled checked value=x y=1>{{markup}}",
                "<br/><input disabled checked value=x y=1>&lt;b&gt;"
            ),
        ])
    func accepted(template: String, expected: String) throws {
        #expect(try Templates.page(template).text == expected)
    }

    @Test(
        "rejected contexts",
        arguments: [
            ("<p class={{title}}>", "1:10: a value in an unquoted attribute"),
            ("<p class=a{{count}}>", "1:11: a value in an unquoted attribute"),
            ("<{{title}}>", "1:2: a value in the name of a tag"),
            ("</{{title}}>", "1:3: a value in the name of a tag"),
            ("<h{{count}}>", "1:3: a value in the name of a tag"),
            ("<p {{title}}>", "1:4: a value in the name of an attribute"),
            ("<p a{{title}}>", "1:5: a value in the name of an attribute"),
            ("<p a {{title}}>", "1:6: a value in the name of an attribute"),
            ("<p a=\"\"{{title}}>", "1:8: a value in the name of an attribute"),
            ("<p\n OnClick='{{title}}'>", "2:11: a value in the event handler onclick"),
            ("<p style=\"{{title}}\">", "1:11: a value in the attribute style, where only numbers are allowed"),
            ("<iframe srcdoc=\"{{title}}\">", "1:17: a value in the attribute srcdoc, which is a document"),
            ("<script>{{title}}</script>", "1:9: a value in <script>, where only numbers are allowed"),
            ("<STYLE>a</styl>{{title}}</STYLE>", "1:16: a value in <style>, where only numbers are allowed"),
            ("<xmp>{{markup}}</xmp>", "1:6: a value in <xmp>, where only numbers are allowed"),
            ("<plaintext></plaintext>{{title}}", "1:24: a value in <plaintext>, where only numbers are allowed"),
            ("<script><!-- </script>", "1:10: \"<!\" in a script"),
            ("<!-- {{title}} -->", "1:6: a value in a comment or declaration"),
            ("<!doctype {{title}}>", "1:11: a value in a comment or declaration"),
            ("<!-->{{title}}", "1:5: abruptly closed empty comment"),
            ("<!--->{{title}}", "1:6: abruptly closed empty comment"),
            ("<!--!>{{title}}", "1:7: a value in a comment or declaration"),
            ("<!-- --!->{{title}}", "1:11: a value in a comment or declaration"),
            ("<!-- > -- > {{count}}", "1:13: a value in a comment or declaration"),
            ("<a href=\"{{title}}\">", "1:10: only a URL is allowed in the attribute href"),
            ("<a href=\"/?q={{title}}\">", "1:14: only a URL is allowed in the attribute href"),
            ("<a href=\"{{address}}{{title}}\">", "1:21: only a URL is allowed in the attribute href"),
            ("<svg><a xlink:href='{{note}}'>", "1:21: only a URL is allowed in the attribute xlink:href"),
            ("<form action=\"x:{{address}}\">", "1:17: a URL must be at the start of the attribute action"),
            ("<a href=\"{{link}}{{link}}\">", "1:18: a URL must be at the start of the attribute href"),
            ("<img srcset=\"{{link}} 1x {{link}}\">", "1:26: a URL must be at the start of the attribute srcset"),
            ("<img srcset=\"{{title}} 1x\">", "1:14: only a URL is allowed in the attribute srcset"),
            ("<svg><set to=\"{{title}}\">", "1:15: a value in <set>, which sets other attributes"),
            ("<p title=\"{{markup}}\">", "1:11: markup in the attribute title"),
            ("<title>{{aside}}</title>", "1:8: markup in <title>, which holds text only"),
            (
                "<meta http-equiv=\"refresh\" content=\"{{title}}\">",
                "1:17: http-equiv is not supported: send a header instead"
            ),
            ("<p a=\"\"b=\"\">", "1:8: missing whitespace before the next attribute"),
            ("<p a=>", "1:6: the attribute a has no value after \"=\""),
            ("<p \"a\">", "1:4: stray \" in a tag"), ("<p <b>", "1:4: stray < in a tag"),
            ("<p =a>", "1:4: stray = in a tag"),
            ("<p a=b\"c>", "1:7: stray \" in a tag"), ("<p'>", "1:3: stray ' in a tag"),
        ])
    func rejected(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }

    @Test(
        "a section ends in the HTML context that it starts in",
        arguments: [
            ("{{#isOn}}<p {{/isOn}}>", "1:1: the section \"isOn\" starts in text and ends in a tag"),
            (
                "<p title=\"{{#isOn}}\">{{/isOn}}",
                "1:11: the section \"isOn\" starts in the attribute title and ends in text"
            ),
            ("\n{{^isOff}}<script>{{/isOff}}", "2:1: the section \"isOff\" starts in text and ends in <script>"),
            (
                "<p class={{#isOn}}\"a\"{{/isOn}}>",
                "1:10: the section \"isOn\" starts in an unquoted attribute and ends in a tag"
            ),
            (
                "<p {{#items}}hidden{{/items}}>",
                "1:4: the section \"items\" starts in a tag and ends in another part of it"
            ),
            (
                "<a href=\"{{#isOn}}x{{/isOn}}{{link}}\">",
                "1:10: the section \"isOn\" starts in the attribute href and ends in another part of it"
            ),
            ("<in{{#isOn}}put{{/isOn}}>", "1:13: missing whitespace before the next attribute"),
            ("<p on{{#isOn}}click{{/isOn}}=\"{{title}}\">", "1:15: missing whitespace before the next attribute"),
            ("<p {{#isOn}}on{{/isOn}}click=\"{{title}}\">", "1:24: missing whitespace before the next attribute"),
            ("<p a {{#isOn}}=\"b\"{{/isOn}}>", "1:15: stray = in a tag"),
            (
                "<!--{{#isOn}}-->{{/isOn}}",
                "1:5: the section \"isOn\" starts in a comment or declaration and ends in text"
            ),
            ("<p", "1:3: the template ends in a tag"), ("<style>", "1:8: the template ends in <style>"),
            ("<p a=\"", "1:7: the template ends in the attribute a"),
            ("<!--", "1:5: the template ends in a comment or declaration"),
        ])
    func sections(template: String, expected: String) {
        #expect(problem(template) == "Templates/page.html:" + expected)
    }

    @Test("a partial is checked in the context of its inclusion")
    func partials() throws {
        let rules = ["rules": "{{#items}}#a{{count}}{}{{/items}}"]
        #expect(try Templates.page("<style>{{>rules}}</style>", rules).text == "<style>#a7{}#a7{}#a7{}</style>")
        #expect(
            problem("<style>{{>rules}}</style>", ["rules": "{{title}}"])
                == "Templates/rules.html:1:1: a value in <style>, where only numbers are allowed")
    }
}
