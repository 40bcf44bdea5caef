import HTML
import Testing

@Suite("Links of a source with a base URL")
struct LinkTests {
    private let sanitizer = Sanitizer(base: "https://source.example/wiki/Heroes/List?x=1#y")

    private func target(_ href: String) -> String? {
        let markup = sanitizer.sanitize("<a href=\"\(href)\">a</a>")?.markup
        return markup?.split(separator: "\"").dropFirst().first.map(String.init)
    }

    @Test(
        "become absolute",
        arguments: [
            ("/a", "https://source.example/a"), ("a", "https://source.example/wiki/Heroes/a"),
            ("../a", "https://source.example/wiki/a"), ("../../../../a", "https://source.example/a"),
            ("?q", "https://source.example/wiki/Heroes/List?q"),
            ("#z", "https://source.example/wiki/Heroes/List?x=1#z"),
            ("//other.example/a", "https://other.example/a"), (" https://other.example/a ", "https://other.example/a"),
            ("a b", "https://source.example/wiki/Heroes/a%20b"),
            ("é", "https://source.example/wiki/Heroes/%C3%A9"),
            ("./javascript:a", "https://source.example/wiki/Heroes/javascript:a"),
            ("https://other.example:65535/?a=1&amp;b='2'", "https://other.example:65535/?a=1&amp;b='2'"),
        ])
    func resolution(_ href: String, _ expected: String) { #expect(target(href) == expected) }

    @Test(
        "become text unless they are http or https to a host name",
        arguments: [
            "javascript:a", "java\tscript:a", "mailto:a@b.example", "http:a", "data:,a", "file:///x", "//", "",
            "//a@b.example/", "https://a:b@c.example/", "https://a.example\\@b.example/", "\\\\other.example\\a",
            "/a\nb", "http://192.0.2.1/", "http://[::1]/", "http://a.0x1/", "http://a.example:65536/",
            "http://[host]/", "http://[abc]:80/", "http://[1.2.3.4]/", "http://[v1.a]/", "http://[::1%25lo]/",
            "//[a.example]/",
            "http://[]/", "http://[a.example/", "http://a.example]/",
            "http://\(String(repeating: "a", count: 64)).example/",
            "http://\(String(repeating: "a.", count: 124))example/",
            "http://xn--a.example/", "http://%61.example/", "http://é.example/", "http://a..example/",
        ])
    func refused(_ href: String) { #expect(target(href) == nil) }

    @Test("become text if the base URL is invalid", arguments: ["", "/wiki", "ftp://source.example/", "javascript:a"])
    func badBase(_ base: String) {
        #expect(Sanitizer(base: base).sanitize("<a href=\"/a\">a</a>")?.markup == "<p>a</p>")
    }

    @Test("become text if they are longer than 2,048 bytes")
    func length() {
        #expect(target("/" + String(repeating: "a", count: 2000)) != nil)
        #expect(target("/" + String(repeating: "a", count: 2048)) == nil)
        #expect(target("/" + String(repeating: " ", count: 700) + "a") == nil)
    }

    @Test("a replaced link has no attributes for links to other sites, and other links are unchanged")
    func replacement() {
        let sanitizer = Sanitizer(base: "https://source.example/") { url in
            url == "https://source.example/storm/4005-1444/" ? .path("/heroes/1444-storm?a=1&b=\"2\"") : nil
        }
        let markup = sanitizer.sanitize(
            "<a href='/storm/4005-1444/' target=_blank rel=x onclick=y>S</a>, <a href=../storm/4005-1444/>S</a> <a href=/a>a</a>"
        )
        #expect(
            markup?.markup == """
                <p><a href="/heroes/1444-storm?a=1&amp;b=&quot;2&quot;">S</a>, \
                <a href="/heroes/1444-storm?a=1&amp;b=&quot;2&quot;">S</a> \
                <a href="https://source.example/a" rel="noopener nofollow ugc">a</a></p>
                """)
    }

    @Test("only allowed links are offered for replacement, as absolute URLs, and no replacement leads to a script")
    func unsafeReplacement() {
        let sanitizer = Sanitizer(base: "https://source.example/") { url in
            #expect(url.hasPrefix("https://source.example/"))
            return .path("javascript:alert(1)")
        }
        #expect(sanitizer.sanitize("<a href=\"//user@source.example/\">x</a>")?.markup == "<p>x</p>")
        #expect(sanitizer.sanitize("<a href=\"/ok\">x</a>")?.markup == "<p><a href=\"/\">x</a></p>")
        let outside = Sanitizer(base: "https://source.example/") { _ in SafeURL(external: "https://other.example/") }
        #expect(
            outside.sanitize("<a href=\"/ok\">x</a>")?.markup
                == "<p><a href=\"https://other.example/\" rel=\"noopener nofollow ugc\">x</a></p>")
    }
}
