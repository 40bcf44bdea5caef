import HTML
import Testing

/// URLs that could leave the site or run code cannot be created.
@Suite struct SafeURLTests {
    @Test("paths on this site are accepted", arguments: ["/", "/heroes?q=a%20b&page=2#hero-1", "/é", "/a//b", "/a\\b"])
    func paths(path: String) {
        #expect(SafeURL.path(path).string == path)
    }

    @Test(
        "anything else becomes /",
        arguments: [
            "", "heroes", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https://evil.example", "\\\\x",
            " /",
            "/\t/evil.example", "/\n", "/a\u{7F}", "/a\0",
        ])
    func others(path: String) {
        #expect(SafeURL.path(path).string == "/")
    }

    @Test(
        "absolute http and https URLs are accepted",
        arguments: [
            "https://marvel.example", "HTTP://Marvel.example:8080/a?b#c@d", "http://[::1]:81/", "https://a_b.example/é",
            "http://127.0.0.1/a:b", "https://x?y",
        ])
    func external(url: String) {
        #expect(SafeURL(external: url)?.string == url)
    }

    @Test(
        "other schemes, user names, spaces and control bytes are rejected",
        arguments: [
            "", "/path", "//host/path", "http:", "http://", "https:///path", "http:/host", "ftp://host",
            "javascript://x/%0aalert(1)",
            "https://user@host/", "https://user:pass@host", " https://host", "https://host/a b", "https://host/\n",
            "https://host\\@evil", "https://:80/", "https://%65vil/", "https://évil/", "http\t://host", "https://?q",
            "https://#f",
            "data:text/html,x", "https\u{0}://host",
        ])
    func rejected(url: String) {
        #expect(SafeURL(external: url) == nil)
    }
}
