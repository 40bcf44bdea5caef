import Heroes
import Testing

/// Titles and links of all sources: one line of visible characters, and harmless URLs.
@Suite struct TitleTests {
    @Test(
        "a title is one line without references, controls and invisible characters",
        arguments: [
            (" A\0\n\u{202E}B\u{2066}C ", "A BC"), ("Line\nBreak", "Line Break"), ("\r\nCRLF\r\nName", "CRLF Name"),
            ("A\t \u{B}\u{2028}\u{2029}\u{85}B\n", "A B"), ("\t\u{A0}A \u{A0}\u{3000}B\u{2003}", "A B"),
            // C1 controls are Windows-1252's quotes and dashes.
            ("C1\u{92}s \u{93}Name\u{94} \u{96}\u{81}", "C1’s “Name” –"),
            // Nothing visible.
            ("\u{200B}", ""), (" \u{AD}\u{FEFF} ", ""), ("\u{3164}", ""), ("\u{2800}", ""), ("\u{301}", ""),
            ("\u{20DD}\u{200D}", ""), ("\u{202E}", ""),
            ("Spi\u{200B}der\u{2060}-\u{FEFF}Man", "Spider-Man"), ("Iron\u{200D} \u{200C}Man", "Iron Man"),
            ("\u{200F}So\u{AD}ft\u{61C}", "Soft"), ("A\u{FFF9}B\u{E0041}", "AB"), ("\u{1B}[31mRed\u{7}", "[31mRed"),
            ("A\u{FE0F}\u{3164}B", "AB"),
            // At most four marks follow each other.
            ("Z" + String(repeating: "\u{301}", count: 300) + "o", "Z\u{301}\u{301}\u{301}\u{301}o"),
            (
                "ก" + String(repeating: "\u{E34}\u{200D}", count: 9),
                "ก\u{E34}\u{200D}\u{E34}\u{200D}\u{E34}\u{200D}\u{E34}"
            ),
            ("Luke Cage&#39;s", "Luke Cage's"), ("Luke Cage&amp;#39;s", "Luke Cage's"), ("&#xD1;&amp;#241;", "Ññ"),
            ("Cloak &amp;amp; Dagger", "Cloak & Dagger"), ("&quot;Doc&quot;&nbsp;&hellip;", "\"Doc\" …"),
            ("R&D; AT&T, Q&A;", "R&D; AT&T, Q&A;"), ("A&copy=2 &eacute", "A&copy=2 &eacute"),
            ("it&#146;s", "it’s"), ("&#0;&#xD800;&#99999999;&#x;&#;&;", "&#0;&#xD800;&#99999999;&#x;&#;&;"),
            ("&lt;b&gt; &amp;lt; &#60;&#x3E;", "&lt;b&gt; &lt; &#60;&#x3E;"), ("&#38&#59;#65;", "A"),
            ("&#+65;", "&#+65;"),
        ])
    func title(input: String, title: String) {
        #expect(input.asTitle == title)
        #expect(title.asTitle == title)
    }

    @Test(
        "the years of a series have an en dash",
        arguments: [
            ("Civil War (2006 - 2007)", "Civil War (2006–2007)"), ("A - B (1990 - Present)", "A - B (1990–Present)"),
            ("A - B", "A - B"), ("Team (12 - 13)", "Team (12 - 13)"), (" - ", " - "), ("(1990 - 1991", "(1990 - 1991"),
        ])
    func years(title: String, expected: String) { #expect(Topic(.series, id: 1, title: title).title == expected) }

    @Test(
        "a title keeps the joiners and marks that its characters need",
        arguments: ["e\u{301}", "👩\u{200D}🚀", "ก\u{E34}", "❤\u{FE0F}", "می\u{200C}خواهم", "ක\u{DCA}\u{200D}ර"])
    func joined(input: String) { #expect(input.asTitle == input) }

    @Test("a title has no noncharacters", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE] as [UInt32])
    func noncharacters(number: UInt32) throws {
        #expect("A\(try #require(Unicode.Scalar(number)))B".asTitle == "AB")
    }

    @Test("a title has at most 200 scalars")
    func long() {
        let title = String(repeating: "e\u{301}", count: 3000).asTitle
        #expect(title.unicodeScalars.count == 200)
        #expect(title.hasSuffix("…"))
    }

    @Test(
        "links lose tracking parameters, Marvel's become https, and only harmless URLs are links",
        arguments: [
            ("http://example.org/?UTM_Source=key", "http://example.org/"),
            ("http://notmarvel.com/", "http://notmarvel.com/"), ("http://marvel.com/a?b=1", "https://marvel.com/a?b=1"),
            (
                "http://example.org/Ara\u{F1}a 'x' \"<b>\\\n",
                "http://example.org/Ara%C3%B1a%20%27x%27%20%22%3Cb%3E%5C"
            ),
            ("http://ara\u{F1}a.example/", nil), ("http://a b/", nil), ("http:///x", nil), ("https:example.org", nil),
            ("//example.org", nil), ("", nil),
        ] as [(String, String?)])
    func links(input: String, url: String?) { #expect(Hero.Link(validating: "wiki", url: input)?.url == url) }

    @Test(
        "a link has a host that browsers accept",
        arguments: [
            ("a.example.", true), ("a_b.example:8080", true), ("192.0.2.1", true), ("127.1", true),
            ("0x7F000001", true),
            ("0300.0.2.01", true), ("[2001:db8::1]:80", true), ("[::ffff:192.0.2.1]", true), ("1e5.example", true),
            ("[host]", false), ("[dead]", false), ("[1.2.3.4]", false), ("[:::1]", false), ("[1:2:3]", false),
            ("[]", false),
            ("[::1%25lo]", false), ("[::1]a", false), ("256.0.2.1", false), ("1.2.3.4.5", false), ("1.2.3.256", false),
            ("4294967296", false), ("a.0x1", false), ("a.1", false), ("1.08", false), ("0xg.0x1", false),
            ("-1.2", false),
            ("a..example", false), (".", false), (".a", false), ("a%62.example", false), ("xn--a.example", false),
            ("a.xn--99999", false), (String(repeating: "a", count: 64), false),
            (String(repeating: "a.", count: 127) + "a", false), ("a:65536", false), ("a:b", false),
        ])
    func hosts(host: String, isLink: Bool) {
        let url = "http://\(host)/"
        #expect(Hero.Link(validating: "wiki", url: url)?.url == (isLink ? url.lowercased() : nil))
    }
}
