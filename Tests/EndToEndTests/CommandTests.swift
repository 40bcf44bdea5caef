import Curl
import Foundation
import Support
import Testing

@testable import heroes

@Suite("Commands", .timeLimit(.minutes(30)))
struct CommandTests {
    /// Returns the error message for an invalid command line; empty if it is valid.
    private func errorMessage(of arguments: [String]) -> String {
        do {
            _ = try HeroesCommand.parseAsRoot(arguments)
            return ""
        } catch {
            return HeroesCommand.message(for: error)
        }
    }

    @Test(
        "an invalid option is an error that says what is valid",
        arguments: [
            (["fly"], "Unexpected argument 'fly'"), (["serve", "--port", "eighty"], "from 0 to 65535"),
            (["serve", "--port", "-1"], "from 0 to 65535"), (["serve", "--port", "70000"], "from 0 to 65535"),
            (["serve", "--port", "+1"], "from 0 to 65535"), (["serve", "--source", "not a url"], "--source"),
            (["serve", "--source", "ftp://heroes.example"], "--source"),
            (["serve", "--data", ""], "--data must be a folder"),
            (["serve", "--public-url", "http://a.example/b"], "It must be a URL such as https://heroes.example"),
            (["serve", "--connections", "2000000"], "--connections must be from 1 to 1000000"),
            (["serve", "--memory", "2000000"], "--memory must be from 1 to 1000000 megabytes"),
            (["serve", "--comicvine-url", "comicvine"], "--comicvine-url must be an http or https URL"),
            (["serve", "--contact", "me"], "It must be a mail address, or a URL"),
            (["serve", "--drain-delay", "-1"], "--drain-delay must be from 0 to 86400 seconds"),
            (["gateway", "--delay", "-1"], "from 0 to 600000"), (["gateway", "--fail", "-1"], "from 0 to 100"),
            (["gateway", "--fail", "101"], "from 0 to 100"),
            (["gateway", "--keys", "nocolon"], "a pair such as public:private"),
        ])
    func invalidOption(_ arguments: [String], words: String) { #expect(errorMessage(of: arguments).contains(words)) }

    @Test(
        "an image host that could change the Content-Security-Policy is refused",
        arguments: [
            "http://a;script-src *", "http://a/;x", "http://a b", "http://a,b", "http://*", "http://*.example",
            "http://a'", "https://a\"", "http://user@a", "http://a?x", "http://a#x", "http://a:", "http://a:99999",
            "http://a:80x", "ftp://a", "//a", "a", "http://", "http:///x", "javascript:alert(1)", "http://ä.example",
            "http://a/(b)", "http://[::1", "http://a\r\nx",
        ])
    func invalidImageHost(_ address: String) {
        #expect(
            errorMessage(of: ["serve", "--image-host", address]).contains("--image-host must be an http or https URL")
        )
    }

    @Test(
        "a public URL is normalized to the origin that browsers send",
        arguments: [
            ("https://heroes.example", "https://heroes.example"), ("HTTPS://Heroes.Example/", "https://heroes.example"),
            ("http://heroes.lan:18388", "http://heroes.lan:18388"),
            ("https://heroes.example:443/", "https://heroes.example"),
            ("http://heroes.example:80", "http://heroes.example"),
            ("http://heroes.example:443", "http://heroes.example:443"), ("http://192.0.2.7:1", "http://192.0.2.7:1"),
            ("https://[2001:DB8::1]:65535", "https://[2001:db8::1]:65535"), ("http://[::1]/", "http://[::1]"),
            ("https://H\u{C9}ROS.example:444/", "https://xn--hros-bpa.example:444"),
        ])
    func publicURL(text: String, url: String) throws { #expect(try PublicURL.parse(text) == url) }

    @Test(
        "a public URL with more than a host and a port is refused",
        arguments: [
            "", "heroes.example", "ftp://heroes.example", "https:/heroes.example", "https://", "https:///",
            "https://*.heroes.example", "https://heroes.example:", "https://heroes.example:0",
            "https://heroes.example:65536", "https://heroes.example:8x", "https://:8080", "https://heroes.example/b",
            "https://heroes.example//", "https://heroes.example?a", "https://heroes.example#a",
            "https://u:p@heroes.example", "https://he roes.example", " https://heroes.example",
            "https://heroes_1.example", "https://heroes.example.", "https://[::1", "https://[::1]x", "https://::1",
            "https://heroes.example\\", "https://heroes%2eexample", "https://h\u{E9}ros.example/\u{E9}",
        ])
    func invalidPublicURL(text: String) { #expect(throws: (any Error).self) { try PublicURL.parse(text) } }

    @Test("a program that cannot start names the cause and the option to change; 64 means that a restart cannot help")
    func failedStart() async throws {
        let site = try await RunningSite(withoutSource)
        let port = String(site.url.split(separator: ":").last ?? "")
        let resources = try Paths.resources()
        try "{{>layout}}\n<p>{{titel}}</p>\n{{>layout-end}}\n"
            .write(toFile: resources.path + "/Templates/favourites.html", atomically: true, encoding: .utf8)
        for (arguments, environment, status, words) in [
            (["--port", port], [:], 1, port), ([], ["PORT": port], 1, port),
            (["--host", "192.0.2.1"], [:], 1, "192.0.2.1"), ([], ["HOST": "[2001:db8::1]"], 1, "2001:db8::1"),
            ([], ["PORT": "eighty"], 64, "PORT in the environment is “eighty”"),
            ([], ["HOST": "my-laptop"], 64, "HOST in the environment is “my-laptop”"),
            ([], ["HOST": "192.0.2.1/8"], 64, "--host 127.0.0.1"), (["--host", "no host"], [:], 64, "no host"),
            (["--host", "localhost", "--port", "x"], ["HOST": "my-laptop"], 64, "from 0 to 65535"),
            (["--source", "http://127.0.0.1:99999"], [:], 64, "'http://127.0.0.1:99999' is not a valid source URL"),
            (["--source", "comicvine"], ["COMICVINE_API_KEY": " "], 64, "COMICVINE_API_KEY"),
            ([], ["MARVEL_PUBLIC_KEY": "a"], 64, "Only one of MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY is set"),
            (["--resources", "/nowhere"], [:], 64, "--resources"),
            (["--resources", resources.path], [:], 64, "Templates/favourites.html:2:4: "),
        ] as [([String], [String: String], Int32, String)] {
            let program = try Program(
                Paths.heroes, ["serve", "--ephemeral"] + withoutSource + arguments,
                environment: ["HOST": "", "PORT": "0"].merging(environment) { $1 })
            let errors = await program.errorOutput()
            #expect(errors.contains(words), "\(arguments): \(errors)")
            #expect(await program.status() == status, "\(arguments) \(environment)")
        }
        resources.remove()
        await site.end()
    }

    @Test("favourites that cannot be stored end the start: with 64 if the folder is none or belongs to another user")
    func unusableFolder() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        let restored = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: restored.path + "/favourites", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o555])
        for (options, words) in [
            (
                ["--data", restored.path],
                ["Permission denied", "chown -R --reference=\(restored.path) \(restored.path)/favourites"]
            ),
            (["--data", "/dev/null/x"], ["mkdir /dev/null/x: Not a directory", "--data"]),
            (["--data", folder.path + "/a/b"], ["Permission denied", "--data"]),
            (["--database", "postgresql://u@127.0.0.1/d?colour=red"], ["database of favourites", "libpq"]),
        ] {
            let program = try Program.withoutRights([Paths.heroes, "serve", "--port", "0"] + options)
            let message = await program.errorOutput()
            for words in words { #expect(message.contains(words), "\(message)") }
            #expect(await program.status() == 64, "\(options)")
        }
        for folder in [folder, restored] { folder.remove() }
    }

    @Test("localhost listens on the IPv4 and IPv6 loopback addresses, and without standard output the URL is logged")
    func localhost() async throws {
        let program = try Program(
            "/bin/sh", ["-c", "exec \"$0\" serve --host localhost --port 0 --ephemeral >&- <&-", Paths.heroes])
        let url = try #require(await program.errorLine(matching: /(http:\/\/[^\/ ]+)/))
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            let address = url.replacing("localhost", with: host) + "/healthz"
            #expect(try await Curl().send(CurlRequest(url: address)).status == 200, "\(address)")
        }
        #expect(await program.stop() == 0)
    }

    @Test("healthcheck asks the service at the address of the same options, and fails if it is not ready or away")
    func healthcheck() async throws {
        let site = try await RunningSite(withoutSource)
        let port = String(site.url.split(separator: ":").last ?? "")
        for (arguments, environment, status, words) in [
            (["--port", port], [:], 0, "ok"), (["--host", "0.0.0.0"], ["PORT": port], 0, "ok"),
            (["--port", port, "--ready"], [:], 1, "/readyz answers 503"), (["--port", "1"], [:], 1, "does not answer"),
            (["--port", "x"], [:], 64, "from 0 to 65535"),
        ] as [([String], [String: String], Int32, String)] {
            let program = try Program(Paths.heroes, ["healthcheck"] + arguments, environment: environment)
            let output = await program.remainingOutput() + program.errorOutput()
            #expect(output.contains(words), "\(arguments): \(output)")
            #expect(await program.status() == status, "\(arguments)")
        }
        await site.end()
    }

    @Test("with --reload a template error shows in the page until it is fixed")
    func reload() async throws {
        let resources = try Paths.resources()
        let site = try await RunningSite(["--reload", "--resources", resources.path])
        func get(_ path: String) async throws -> RawResponse {
            try await RawConnection.response(from: site.url, "GET " + path)
        }
        let file = resources.path + "/Templates/cards.html"
        let original = try String(contentsOfFile: file, encoding: .utf8)
        try "<p>{{heading}</p>".write(toFile: file, atomically: true, encoding: .utf8)
        let broken = try await get("/favourites")
        #expect(broken.status == 500)
        #expect(broken.text.contains("Templates/cards.html:1:4: "))
        #expect(try await get("/readyz").text.contains("the templates cannot be used"))
        #expect(try await get("/healthz").status == 200)
        try (original + "<p>Mended</p>").write(toFile: file, atomically: true, encoding: .utf8)
        let fixed = try await get("/favourites")
        #expect(fixed.status == 200)
        #expect(fixed.text.contains("Mended"))
        await site.end()
        resources.remove()
    }
}
