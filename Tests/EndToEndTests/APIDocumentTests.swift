import Foundation
import Support
import Testing

/// The programs in docs/api.md, against a gateway with the keys that they use. Kotlin is not installed.
@Suite("The programs in docs/api.md", .sharedBrowsers, .timeLimit(.minutes(5)))
struct APIDocumentTests {
    private let document: Document

    init() throws { document = try Document("docs/api.md") }

    /// Passes the base URL of a gateway with the documented keys.
    private func withGateway(_ options: [String] = [], _ steps: (String) async throws -> Void) async throws {
        let keys = options.isEmpty ? ["--keys", "public:private"] : options
        let gateway = try Program(Paths.heroes, ["gateway", "--port", "0"] + keys)
        let url = try #require(await gateway.line(matching: /(http:\/\/[^\/ ]+)/))
        try await steps(url)
        await gateway.expectCleanExit()
    }

    /// Returns the program in a language, for a gateway at the URL.
    private func program(_ language: String, _ url: String) throws -> String {
        let program = try #require(document.block(language), "\(language)")
        return program.replacing("http://127.0.0.1:8081", with: url)
    }

    private func expectHeroes(_ output: String, _ url: String) async throws {
        let lines = output.split(separator: "\n")
        #expect(lines.count > 5, "\(output)")
        let path = "/images/characters/1009610/portrait_xlarge."
        let spiderMan = try #require(lines.first { $0.hasPrefix("Spider-Man \(url)\(path)") }, "\(output)")
        let picture = try await RawConnection.response(from: url, "GET \(path)\(spiderMan.suffix(3))")
        #expect(picture.status == 200)
        #expect(picture.content.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("list heroes and their pictures", arguments: [("python", "python3"), ("swift", "swift")])
    func scripts(language: String, command: String) async throws {
        try await withGateway { url in
            let folder = try TemporaryFolder()
            let file = "\(folder.path)/heroes.\(language)"
            try program(language, url).write(toFile: file, atomically: true, encoding: .utf8)
            let run = try Program("/bin/sh", ["-c", "exec \(command) \(file)"])
            try await expectHeroes(await run.remainingOutput(), url)
            #expect(await run.status() == 0)
        }
    }

    @Test("list heroes and their pictures in a browser")
    func javaScript() async throws {
        try await withGateway { url in
            let body = try program("js", url)
            try await withBrowser(console: nil) { _, browser in
                try await browser.open(url + "/v1/public/characters")
                let output = try await browser.text(
                    """
                    const lines = [];
                    const console = { log: (...words) => lines.push(words.join(' ')) };
                    return (async () => {\(body)})().then(() => lines.join('\\n'));
                    """)
                try await expectHeroes(output, url)
            }
        }
    }

    @Test("the gateway's page has no violation of accessibility rules", arguments: [["--open"], []])
    func overviewPage(options: [String]) async throws {
        let axe = try String(contentsOfFile: Paths.axe, encoding: .utf8)
        try await withGateway(options) { url in
            try await withBrowser(console: ["favicon.ico"]) { _, browser in
                try await browser.open(url)
                _ = try await browser.run(axe)
                for scheme in ["light", "dark"] {
                    try await browser.emulateMedia("prefers-color-scheme", scheme)
                    #expect(try await browser.text(AccessibilityTests.violations) == "", "\(scheme)")
                }
                // The content security policy allows the style and the picture.
                #expect(try await browser.isTrue("return getComputedStyle(document.body).maxWidth !== 'none'"))
                #expect(try await browser.isTrue("return document.querySelector('img').naturalWidth === 150"))
            }
        }
    }
}
