import Curl
import Foundation
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("The program as a user starts it", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test("it listens where it says, answers, and ends in order when asked to")
    func serve() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let response = try await curl.send(CurlRequest(url: site.url + "/healthz"))
        #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "ok\n")
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("soon after the start whoever is named on a page has a portrait, on pages that were looked at before, too")
    func portraits() async throws {
        // However busy the machine is, pages come whole.
        let site = try await RunningSite(["HEROES_TEST_PATIENCE=10000"])
        let curl = Curl()
        var others: Substring
        repeat {
            let response = try await curl.send(CurlRequest(url: site.url + "/heroes/1009351-hulk"))
            let page = String(decoding: response.body, as: UTF8.self)
            others = try #require(page.firstMatch(of: /<section class="related"[\s\S]*?<\/section>/)).0
        } while others.contains("placeholder.svg")
        #expect(others.matches(of: /src="\/images\/characters\/\d+/).count == 6)
        await site.end()
    }

    @Test("a port that is taken is named, and how to choose another")
    func takenPort() async throws {
        let site = try await RunningSite()
        let port = String(site.url.split(separator: ":").last ?? "")
        let second = try Program(Paths.heroes, ["serve", "--port", port, "--ephemeral"])
        #expect(await second.errorOutput().contains(port))
        #expect(await second.status() != 0)
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test("PORT and HOST in the environment count as the options do")
    func environment() async throws {
        let program = try Program(
            Paths.heroes, ["serve", "--ephemeral"], environment: ["PORT": "0", "HOST": "127.0.0.2"])
        let url = await program.line(matching: /(http:\/\/[^\/ ]+)/)
        #expect(url?.hasPrefix("http://127.0.0.2:") == true)
        #expect(await program.stop() == 0)
    }

    @Test(
        "what is wrong with a host or port of the environment is said to come from there",
        arguments: [
            (["HOST": "192.0.2.1", "PORT": "0"], "HOST"), (["HOST": "", "PORT": "eighty"], "PORT"),
        ])
    func unusableEnvironment(_ environment: [String: String], name: String) async throws {
        for command in [["serve", "--ephemeral"] + withoutSource, ["gateway"]] {
            let complaint = await (try Program(Paths.heroes, command, environment: environment)).errorOutput()
            #expect(
                complaint.contains("\(name) in the environment") || complaint.contains("\(name) is “"), "\(complaint)")
        }
        let given = try Program(
            Paths.heroes, ["serve", "--ephemeral", "--host", "my-machine"] + withoutSource, environment: environment)
        #expect(await !given.errorOutput().contains("HOST in the environment"))
    }

    @Test("a port of the environment that is taken is said to come from there")
    func takenEnvironment() async throws {
        let site = try await RunningSite(withoutSource)
        let port = String(site.url.split(separator: ":").last ?? "")
        let second = try Program(
            Paths.heroes, ["serve", "--ephemeral"] + withoutSource, environment: ["PORT": port, "HOST": ""])
        #expect(await second.errorOutput().contains("The value is from PORT in the environment; override it with --port"))
        await site.end()
    }

    @Test("localhost is this machine's loopback address of either kind")
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

    /// The sentence with which a command line is refused before anything starts; empty if it is accepted.
    private func refusal(of arguments: [String]) -> String {
        do {
            _ = try HeroesCommand.parseAsRoot(arguments)
            return ""
        } catch {
            return HeroesCommand.message(for: error)
        }
    }

    @Test(
        "an address of pictures that is more than one, or none, is refused at the start",
        arguments: [
            "http://a;script-src", "http://a;script-src *", "http://a/;x", "http://a b", "http://a,b", "http://*",
            "http://*.example", "http://a'", "https://a\"", "http://user@a", "http://a?x", "http://a#x", "http://a:",
            "http://a:99999", "http://a:80x", "ftp://a", "//a", "a", "http://", "http:///x", "javascript:alert(1)",
            "http://ä.example", "http://a/b c", "http://a/(b)", "http://[::1", "http://a\r\nx",
        ])
    func badImageHost(_ address: String) async throws {
        #expect(
            refusal(of: ["serve", "--image-host", address]).contains("--image-host must be an http or https URL"))
    }

    @Test("pages let pictures in from the origins that were named, and name no port of this program's own")
    func pictureOrigins() async throws {
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
                try await RawConnection.answer(from: site.url, "GET /favourites")["content-security-policy"])
            #expect(policy.firstMatch(of: /img-src ([^;]*);/).map { String($0.1) } == sources)
            await site.end()
        }
        folder.remove()
    }

    @Test(
        "an option that cannot be meant ends the program with a sentence",
        arguments: [
            ["serve", "--port", "eighty"], ["serve", "--source", "not a url"], ["serve", "--data", ""],
            ["serve", "--public-url", "http://a.example/b"],
            ["serve", "--source", "ftp://heroes.example"], ["serve", "--resources", "/nowhere"],
            ["serve", "--data", "/dev/null/x"], ["serve", "--host", "no host"], ["fly"],
            ["gateway", "--keys", "nocolon"], ["gateway", "--fail", "101"],
        ])
    func badOption(_ arguments: [String]) async throws {
        let program = try Program(
            Paths.heroes, arguments,
            environment: ["MARVEL_PUBLIC_KEY": "", "MARVEL_PRIVATE_KEY": "", "PORT": "0", "HOST": ""])
        #expect(await program.errorOutput().count > 20)
        #expect(await program.status() != 0)
    }

    @Test(
        "it runs without anybody to read its output, and says where it is in its log",
        arguments: [">&-", ">/dev/full", ">&- <&-"])
    func nobodyReads(_ redirection: String) async throws {
        let program = try Program(
            "/bin/sh", ["-c", "exec \"$0\" serve --port 0 --ephemeral \(redirection)", Paths.heroes])
        let url = try #require(await program.errorLine(matching: /(http:\/\/[^\/ ]+)/))
        #expect(try await Curl().send(CurlRequest(url: url + "/healthz")).status == 200)
        #expect(await program.stop() == 0)
    }

    @Test("a folder that cannot keep favourites is told with what to do")
    func uselessFolder() async throws {
        let program = try Program(Paths.heroes, ["serve", "--port", "0", "--data", "/dev/null/x"])
        let complaint = await program.errorOutput()
        #expect(complaint.contains("Favourites cannot be stored") && complaint.contains("--data"))
        #expect(complaint.contains("mkdir /dev/null/x: Not a directory"))
    }

    @Test("a source that is down is told in the site's frame, by status and sentence, and recovers")
    func sourceDown() async throws {
        let answering = Mutex(false)
        let upstream = try LoopbackUpstream { _, _ in
            answering.withLock { $0 } ? .json(Self.nobody) : .reset()
        }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=5000"])
        let curl = Curl()
        let down = try await curl.send(CurlRequest(url: site.url + "/heroes"))
        #expect(down.status == 502)
        #expect(String(decoding: down.body, as: UTF8.self).contains("The records cannot be read"))
        answering.withLock { $0 = true }
        let up = try await curl.send(CurlRequest(url: site.url + "/heroes?q=nobody"))
        #expect(up.status == 200)
        #expect(String(decoding: up.body, as: UTF8.self).contains("Nobody’s name starts with “nobody”"))
        #expect(await site.program.stop() == 0)
        site.data.remove()
        upstream.stop()
    }

    /// An envelope without heroes.
    private static let nobody = """
        {"code":200,"status":"Ok","attributionHTML":"Data by nobody","data":{"offset":0,"limit":20,"total":0,"count":0,"results":[]}}
        """

    @Test("a mistake in a template stops the program at start, and says where it is")
    func brokenTemplate() async throws {
        let resources = try Paths.resources()
        try "{{<layout}}{{$main}}\n<p>{{titel}}</p>\n{{/main}}{{/layout}}\n"
            .write(toFile: resources.path + "/Templates/favourites.html", atomically: true, encoding: .utf8)
        let program = try Program(
            Paths.heroes, ["serve", "--port", "0", "--ephemeral", "--resources", resources.path])
        #expect(await program.errorOutput().contains("Templates/favourites.html:2:4: "))
        #expect(await program.status() != 0)
        resources.remove()
    }

    @Test("with --reload a mistake shows in the page until it is mended, and every state can be looked at")
    func reload() async throws {
        let resources = try Paths.resources()
        let site = try await RunningSite(["--reload", "--resources", resources.path])
        let curl = Curl()
        func get(_ path: String) async throws -> (status: Int, text: String) {
            let response = try await curl.send(CurlRequest(url: site.url + path))
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }
        let file = resources.path + "/Templates/empty-state.html"
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        try "<p>{{heading}</p>".write(toFile: file, atomically: true, encoding: .utf8)
        let broken = try await get("/favourites")
        #expect(broken.status == 500 && broken.text.contains("Templates/empty-state.html:1:4: "))
        try (kept + "<p>Mended</p>").write(toFile: file, atomically: true, encoding: .utf8)
        let mended = try await get("/favourites")
        #expect(mended.status == 200 && mended.text.contains("Mended"))
        let states = try await get("/_gallery").text.matches(of: /\/_gallery\?view=[a-z-]+&amp;example=\d+/)
        #expect(states.count > 20)
        for state in states {
            #expect(try await get(String(state.output).replacing("&amp;", with: "&")).status == 200, "\(state.output)")
        }
        #expect(await site.program.stop() == 0)
        site.data.remove()
        resources.remove()
    }

    @Test("without --reload there is no gallery of states")
    func noGallery() async throws {
        let site = try await RunningSite()
        #expect(try await Curl().send(CurlRequest(url: site.url + "/_gallery")).status == 404)
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test("bad requests at the socket are answered in the site's frame")
    func badRequest() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let long = try await curl.send(
            CurlRequest(url: site.url + "/heroes?q=" + String(repeating: "a", count: 20_000)))
        #expect(long.status == 414)
        #expect(String(decoding: long.body, as: UTF8.self).contains("class=\"masthead\""))
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test(
        "a number that is out of range is answered with the range",
        arguments: [
            (["serve", "--connections", "2000000"], "--connections must be from 1 to 1000000"),
            (["serve", "--memory", "2000000"], "--memory must be from 1 to 1000000 megabytes"),
            (["serve", "--cache-size", "2000000"], "--cache-size must be from 1 to 1000000 megabytes"),
            (["serve", "--port", "-1"], "from 0 to 65535"), (["serve", "--port", "70000"], "from 0 to 65535"),
            (["serve", "--port", "+1"], "from 0 to 65535"),
            (["serve", "--idle-time", "-1"], "from 0.001 to 86400"),
            (["serve", "--drain-delay", "-1"], "--drain-delay must be from 0 to 86400 seconds"),
            (["gateway", "--delay", "-1"], "from 0 to 600000"),
            (["gateway", "--fail", "-1"], "from 0 to 100"),
        ])
    func outOfRange(_ arguments: [String], words: String) async throws {
        #expect(refusal(of: arguments).contains(words))
    }

    @Test("a source with a port that no address has is refused at the start")
    func sourcePort() async throws {
        let program = try Program(
            Paths.heroes, ["serve", "--port", "0", "--ephemeral", "--source", "http://127.0.0.1:99999"])
        #expect(await program.errorOutput().contains("'http://127.0.0.1:99999' is not a valid source URL"))
        #expect(await program.status() == 1)
    }

    @Test("the help tells that HOST and PORT count", arguments: ["serve", "gateway"])
    func help(_ command: String) async throws {
        let text = await (try Program(Paths.heroes, [command, "--help"])).remainingOutput()
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for name in ["HOST", "PORT"] { #expect(words.contains("Default: \(name) in the environment")) }
    }

    @Test("keys that a gateway made are in no log, whoever reads its output")
    func madeKeys() async throws {
        let program = try Program("/bin/sh", ["-c", "exec \"$0\" gateway --port 0 >&-", Paths.heroes])
        let notice = try #require(await program.errorLine(matching: /(.* at http:.*|.*[Kk]eys.*)/))
        let warning = try #require(await program.errorLine(matching: /(.*[Kk]eys.*)/))
        #expect(notice.contains("/v1/public"))
        #expect(warning.contains("--keys") && !warning.contains("private"))
        #expect(await program.stop() == 0)
    }

    @Test("a folder that cannot keep answers is told in a sentence, and the site runs without it")
    func uselessCache() async throws {
        let site = try await RunningSite(withoutSource + ["--cache", "/dev/null"])
        #expect(await site.program.stop() == 0)
        let said = await site.program.errorOutput()
        #expect(said.contains("cannot open /dev/null/"))
        #expect(said.contains("the folder cannot be made: Not a directory") && !said.contains("Domain="))
        site.data.remove()
    }
}
