import Curl
import Foundation
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("heroes serve", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test("serve prints its URL, answers requests, and exits with 0 on SIGTERM")
    func serve() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let response = try await curl.send(CurlRequest(url: site.url + "/healthz"))
        #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "ok\n")
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("a port in use is an error that names the port")
    func portInUse() async throws {
        let site = try await RunningSite()
        let port = String(site.url.split(separator: ":").last ?? "")
        let second = try Program(Paths.heroes, ["serve", "--port", port, "--ephemeral"])
        #expect(await second.errorOutput().contains(port))
        #expect(await second.status() != 0)
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test(
        "an error about HOST or PORT says that the value comes from the environment",
        arguments: [
            (["HOST": "192.0.2.1", "PORT": "0"], "HOST"), (["HOST": "", "PORT": "eighty"], "PORT"),
        ])
    func invalidEnvironment(_ environment: [String: String], name: String) async throws {
        for command in [["serve", "--ephemeral"] + withoutSource, ["gateway"]] {
            let message = await (try Program(Paths.heroes, command, environment: environment)).errorOutput()
            #expect(
                message.contains("\(name) in the environment") || message.contains("\(name) is “"), "\(message)")
        }
        let given = try Program(
            Paths.heroes, ["serve", "--ephemeral", "--host", "my-machine"] + withoutSource, environment: environment)
        #expect(await !given.errorOutput().contains("HOST in the environment"))
    }

    @Test("the error for a port in use says if the port comes from the environment")
    func environmentPortInUse() async throws {
        let site = try await RunningSite(withoutSource)
        let port = String(site.url.split(separator: ":").last ?? "")
        let second = try Program(
            Paths.heroes, ["serve", "--ephemeral"] + withoutSource, environment: ["PORT": port, "HOST": ""])
        #expect(
            await second.errorOutput().contains("The value is from PORT in the environment; override it with --port"))
        await site.end()
    }

    @Test("localhost listens on the IPv4 and IPv6 loopback addresses")
    func localhost() async throws {
        let program = try Program(
            Paths.heroes, ["serve", "--port", "0", "--ephemeral", "--host", "localhost"] + withoutSource)
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            let address = url.replacing("localhost", with: host) + "/healthz"
            #expect(try await Curl().send(CurlRequest(url: address)).status == 200, "\(address)")
        }
        #expect(await program.stop() == 0)
    }

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
        "an invalid --image-host is refused at the start",
        arguments: [
            "http://a;script-src", "http://a;script-src *", "http://a/;x", "http://a b", "http://a,b", "http://*",
            "http://*.example", "http://a'", "https://a\"", "http://user@a", "http://a?x", "http://a#x", "http://a:",
            "http://a:99999", "http://a:80x", "ftp://a", "//a", "a", "http://", "http:///x", "javascript:alert(1)",
            "http://ä.example", "http://a/b c", "http://a/(b)", "http://[::1", "http://a\r\nx",
        ])
    func invalidImageHost(_ address: String) async throws {
        #expect(
            errorMessage(of: ["serve", "--image-host", address]).contains("--image-host must be an http or https URL")
        )
    }

    @Test(
        "the Content-Security-Policy allows images from the configured origins, and from no port of the built-in gateway"
    )
    func imageOrigins() async throws {
        let folder = try TemporaryFolder()
        let record =
            #"{"id":1,"name":"One","description":"","modified":"2014-01-01T00:00:00-0500","resourceURI":"http://gateway.marvel.com/v1/public/characters/1"}"#
        try record.write(toFile: folder.path + "/one.json", atomically: true, encoding: .utf8)
        let archive = folder.path + "/one.sqlite"
        let imported = try Program(Paths.heroes, ["import", folder.path + "/one.json", "--archive", archive])
        #expect(await imported.status() == 0)
        for (options, sources) in [
            (["--archive", archive], "'self' https:"),
            (
                ["--archive", archive, "--image-host", "HTTP://Pictures.Example:8080/a/b"],
                "'self' https: http://pictures.example:8080"
            ),
            (
                ["--source", "http://127.0.0.1:1/v1", "--image-host", "http://[::1]:9"],
                "'self' https: http://127.0.0.1:1 http://[::1]:9"
            ),
            ([], "'self'"),
        ] {
            let site = try await RunningSite(options)
            let policy = try #require(
                try await RawConnection.response(from: site.url, "GET /favourites")["content-security-policy"])
            #expect(policy.firstMatch(of: /img-src ([^;]*);/).map { String($0.1) } == sources)
            await site.end()
        }
        folder.remove()
    }

    @Test(
        "an invalid option ends the program with an error message",
        arguments: [
            ["serve", "--port", "eighty"], ["serve", "--source", "not a url"], ["serve", "--data", ""],
            ["serve", "--public-url", "http://a.example/b"],
            ["serve", "--source", "ftp://heroes.example"], ["serve", "--resources", "/nowhere"],
            ["serve", "--data", "/dev/null/x"], ["serve", "--host", "no host"], ["fly"],
            ["gateway", "--keys", "nocolon"], ["gateway", "--fail", "101"],
        ])
    func invalidOption(_ arguments: [String]) async throws {
        let program = try Program(
            Paths.heroes, arguments,
            environment: ["MARVEL_PUBLIC_KEY": "", "MARVEL_PRIVATE_KEY": "", "PORT": "0", "HOST": ""])
        #expect(await program.errorOutput().count > 20)
        #expect(await program.status() != 0)
    }

    @Test(
        "without standard output the program runs, and logs its URL",
        arguments: [">&-", ">/dev/full", ">&- <&-"])
    func missingOutput(_ redirection: String) async throws {
        let program = try Program(
            "/bin/sh", ["-c", "exec \"$0\" serve --port 0 --ephemeral \(redirection)", Paths.heroes])
        let url = try #require(await program.errorLine(matching: /(http:\/\/[^\/ ]+)/))
        #expect(try await Curl().send(CurlRequest(url: url + "/healthz")).status == 200)
        #expect(await program.stop() == 0)
    }

    @Test("an unusable data folder is an error with its cause and the option to change")
    func unusableDataFolder() async throws {
        let program = try Program(Paths.heroes, ["serve", "--port", "0", "--data", "/dev/null/x"])
        let message = await program.errorOutput()
        #expect(message.contains("Favourites cannot be stored") && message.contains("--data"))
        #expect(message.contains("mkdir /dev/null/x: Not a directory"))
    }

    @Test("an error in a template stops the start, and names the file and the line")
    func brokenTemplate() async throws {
        let resources = try Paths.resources()
        try "{{>layout}}\n<p>{{titel}}</p>\n{{>layout-end}}\n"
            .write(toFile: resources.path + "/Templates/favourites.html", atomically: true, encoding: .utf8)
        let program = try Program(
            Paths.heroes, ["serve", "--port", "0", "--ephemeral", "--resources", resources.path])
        #expect(await program.errorOutput().contains("Templates/favourites.html:2:4: "))
        #expect(await program.status() != 0)
        resources.remove()
    }

    @Test("with --reload a template error shows in the page until it is fixed, and /_examples has every state")
    func reload() async throws {
        let resources = try Paths.resources()
        let site = try await RunningSite(["--reload", "--resources", resources.path])
        let curl = Curl()
        func get(_ path: String) async throws -> (status: Int, text: String) {
            let response = try await curl.send(CurlRequest(url: site.url + path))
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }
        let file = resources.path + "/Templates/empty-state.html"
        let original = try String(contentsOfFile: file, encoding: .utf8)
        try "<p>{{heading}</p>".write(toFile: file, atomically: true, encoding: .utf8)
        let broken = try await get("/favourites")
        #expect(broken.status == 500 && broken.text.contains("Templates/empty-state.html:1:4: "))
        try (original + "<p>Mended</p>").write(toFile: file, atomically: true, encoding: .utf8)
        let fixed = try await get("/favourites")
        #expect(fixed.status == 200 && fixed.text.contains("Mended"))
        let states = try await get("/_examples").text.matches(of: /\/_examples\?view=[a-z-]+&amp;example=\d+/)
        #expect(states.count > 20)
        for state in states {
            #expect(try await get(String(state.output).replacing("&amp;", with: "&")).status == 200, "\(state.output)")
        }
        #expect(await site.program.stop() == 0)
        site.data.remove()
        resources.remove()
    }

    @Test(
        "a number out of range is an error that names the range",
        arguments: [
            (["serve", "--connections", "2000000"], "--connections must be from 1 to 1000000"),
            (["serve", "--memory", "2000000"], "--memory must be from 1 to 1000000 megabytes"),
            (["serve", "--port", "-1"], "from 0 to 65535"), (["serve", "--port", "70000"], "from 0 to 65535"),
            (["serve", "--port", "+1"], "from 0 to 65535"),
            (["serve", "--drain-delay", "-1"], "--drain-delay must be from 0 to 86400 seconds"),
            (["gateway", "--delay", "-1"], "from 0 to 600000"),
            (["gateway", "--fail", "-1"], "from 0 to 100"),
        ])
    func outOfRange(_ arguments: [String], words: String) async throws {
        #expect(errorMessage(of: arguments).contains(words))
    }

    @Test("an option of an earlier version is refused with what holds in its place")
    func removedOptions() async throws {
        let program = try Program(Paths.heroes, ["serve", "--idle-time", "30"])
        #expect(await program.errorOutput().contains("--idle-time is gone: a connection without a request is closed"))
        #expect(await program.status() == 64)
        #expect(
            RemovedOption.sentence(in: ["serve", "--daily-budget=0"])?.hasPrefix("--daily-budget is gone: ") == true)
        #expect(RemovedOption.sentence(in: ["gateway", "--cache", "pictures"]) == nil)
        #expect(RemovedOption.sentence(in: ["serve", "--port", "0"]) == nil)
    }

    @Test("a source with an invalid port is refused at the start")
    func invalidSourcePort() async throws {
        let program = try Program(
            Paths.heroes, ["serve", "--port", "0", "--ephemeral", "--source", "http://127.0.0.1:99999"])
        #expect(await program.errorOutput().contains("'http://127.0.0.1:99999' is not a valid source URL"))
        #expect(await program.status() == 1)
    }

    @Test("generated API keys are in no log")
    func generatedKeys() async throws {
        let program = try Program("/bin/sh", ["-c", "exec \"$0\" gateway --port 0 >&-", Paths.heroes])
        let notice = try #require(await program.errorLine(matching: /(.* at http:.*|.*[Kk]eys.*)/))
        let warning = try #require(await program.errorLine(matching: /(.*[Kk]eys.*)/))
        #expect(notice.contains("/v1/public"))
        #expect(warning.contains("--keys") && !warning.contains("private"))
        #expect(await program.stop() == 0)
    }
}
