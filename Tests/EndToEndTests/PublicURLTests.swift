import ArgumentParser
import HTML
import Testing

@testable import heroes

@Suite("--public-url")
struct PublicURLTests {
    @Test(
        "a URL is normalized to the origin that browsers send",
        arguments: [
            ("https://heroes.example", "https://heroes.example"), ("HTTPS://Heroes.Example/", "https://heroes.example"),
            ("http://heroes.lan:18388", "http://heroes.lan:18388"),
            ("https://heroes.example:443/", "https://heroes.example"),
            ("http://heroes.example:80", "http://heroes.example"),
            ("http://heroes.example:443", "http://heroes.example:443"),
            ("http://localhost:8080", "http://localhost:8080"), ("http://192.0.2.7:1", "http://192.0.2.7:1"),
            ("https://[2001:DB8:0:0::1]:65535", "https://[2001:db8::1]:65535"), ("http://[::1]/", "http://[::1]"),
            ("https://h\u{E9}ros.example", "https://xn--hros-bpa.example"),
            ("https://H\u{C9}ROS.example:444/", "https://xn--hros-bpa.example:444"),
            ("https://xn--hros-bpa.example", "https://xn--hros-bpa.example"), ("http://a-1.b2", "http://a-1.b2"),
        ])
    func normalized(text: String, url: String) throws {
        #expect(try PublicURL.parse(text) == url)
        #expect(SafeURL(external: url + "/heroes") != nil)
    }

    @Test(
        "an invalid URL is an error that shows a valid one",
        arguments: [
            "", "heroes.example", "ftp://heroes.example", "https:/heroes.example", "https:heroes.example", "https://",
            "https:///", "https://*", "https://*.heroes.example", "https://heroes.example:", "https://heroes.example:0",
            "https://heroes.example:65536", "https://heroes.example:99999999999999999999", "https://heroes.example:8x",
            "https://heroes.example:+80", "https://:8080", "https://heroes.example/b", "https://heroes.example//",
            "https://heroes.example?a", "https://heroes.example/?a", "https://heroes.example#a",
            "https://u@heroes.example",
            "https://u:p@heroes.example", "https://he roes.example", " https://heroes.example",
            "https://heroes.example ",
            "https://heroes_1.example", "https://-heroes.example", "https://heroes-.example", "https://heroes..example",
            "https://heroes.example.", "https://.heroes.example", "https://256.0.0.1", "https://1.2.3", "https://127.1",
            "https://0x7f.0.0.1", "https://1.2.3.4.5", "https://[::1", "https://[::1]x", "https://[::g]",
            "https://[fe80::1%25eth0]",
            "https://::1", "https://heroes.example\\", "https://heroes%2eexample", "https://h\u{E9}ros .example",
            "https://h\u{E9}ros.example/\u{E9}", "https://\u{202E}",
            "https://\(String(repeating: "a", count: 64)).example",
        ])
    func invalid(text: String) {
        #expect {
            try PublicURL.parse(text)
        } throws: { error in
            "\(error)".contains("It must be a URL such as https://heroes.example, but ")
        }
    }
}
