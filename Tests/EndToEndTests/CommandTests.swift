import Curl
import Foundation
import Support
import Testing

@Suite("The program as a user starts it", .timeLimit(.minutes(3)))
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

    @Test("a port that is taken is named, and how to choose another")
    func takenPort() async throws {
        let site = try await RunningSite()
        let port = String(site.url.split(separator: ":").last ?? "")
        let second = try Program(Places.heroes, ["serve", "--port", port, "--ephemeral"])
        #expect(await second.complaint().contains(port))
        #expect(await second.status() != 0)
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test("PORT and HOST in the environment count as the options do")
    func environment() async throws {
        let program = try Program(
            Places.heroes, ["serve", "--ephemeral"], environment: ["PORT": "0", "HOST": "127.0.0.2"])
        let url = await program.line(matching: /(http:\/\/[^\/ ]+)/)
        #expect(url?.hasPrefix("http://127.0.0.2:") == true)
        #expect(await program.stop() == 0)
    }

    @Test(
        "an option that cannot be meant ends the program with a sentence",
        arguments: [
            ["serve", "--port", "eighty"], ["serve", "--port", "70000"], ["serve", "--source", "not a url"],
            ["serve", "--source", "ftp://heroes.example"], ["serve", "--resources", "/nowhere"],
            ["serve", "--data", "/dev/null/x"], ["serve", "--host", "no host"], ["fly"],
            ["gateway", "--keys", "nocolon"], ["gateway", "--fail", "101"], ["gateway", "--delay", "-1"],
        ])
    func badOption(_ arguments: [String]) async throws {
        let program = try Program(
            Places.heroes, arguments,
            environment: ["MARVEL_PUBLIC_KEY": "", "MARVEL_PRIVATE_KEY": "", "PORT": "0", "HOST": ""])
        #expect(await program.complaint().count > 20)
        #expect(await program.status() != 0)
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
}
