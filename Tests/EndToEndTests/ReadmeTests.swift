import Foundation
import Support
import Testing

@Suite("The README", .timeLimit(.minutes(10)))
struct ReadmeTests {
    @Test("every command in it does what it says it does")
    func commands() async throws {
        let folder = try TemporaryFolder()
        let place = try ReadmePlace(folder.path)
        let site = try await RunningSite()
        let commands = try Readme().commands
        try #require(commands.count >= 12)
        for command in commands {
            let here = place.command(command, site: site.url)
            if command.contains(/script\/server|heroes (serve|gateway)/) {
                try await serve(here, place)
            } else if command.hasPrefix("systemctl") {
                // What would start a service of this machine: the unit is looked at, and the command only read.
                try await verify(place)
                #expect(command == "systemctl daemon-reload" || command == "systemctl enable --now heroes")
            } else {
                let program = try place.start(here)
                let (said, complained) = (await program.rest(), await program.complaint())
                #expect(await program.status() == 0, "\(command): \(said)\(complained)")
            }
        }
        #expect(FileManager.default.fileExists(atPath: folder.path + "/marvel.sqlite"))
        await site.end()
        folder.remove()
    }

    /// What goes on until it is asked to end.
    private func serve(_ command: String, _ place: ReadmePlace) async throws {
        let data = command.contains("gateway") ? "" : " --data \(place.folder)/data"
        let program = try place.start("exec env " + command + data)
        #expect(await program.line(matching: /(http:\/\/[^\/ ]+)/) != nil, "\(command)")
        #expect(await program.stop() == 0, "\(command)")
    }

    /// The unit as it was put in place, with a program that is there.
    private func verify(_ place: ReadmePlace) async throws {
        let unit = place.folder + "/etc/systemd/system/heroes.service"
        let text = try String(contentsOfFile: place.project + "/deploy/heroes.service", encoding: .utf8)
        #expect(FileManager.default.fileExists(atPath: unit))
        try text.replacing("/opt/heroes/heroes", with: "\(place.folder)/opt/heroes/heroes")
            .write(toFile: unit, atomically: true, encoding: .utf8)
        for arguments in [["verify", "--man=no", unit], ["security", "--offline=true", "--threshold=15", unit]] {
            let program = try Program("/usr/bin/systemd-analyze", arguments)
            let complained = await program.complaint() + program.rest()
            #expect(await program.status() == 0, "\(arguments): \(complained)")
        }
    }

    @Test("its table names every option that --help shows, and the manual's the hidden ones")
    func options() async throws {
        let shown = try await options("--help")
        #expect(shown == (try Readme().options) && shown.count == 14)
        let hidden = try await options("--help-hidden").subtracting(shown)
        #expect(hidden == (try Readme("docs/operations.md").options))
    }

    private func options(_ help: String) async throws -> Set<String> {
        let text = await (try Program(Places.heroes, ["serve", help])).rest()
        let options = text.matches(of: /(?m)^ +(?:-h, )?(--[a-z-]+)/).map { String($0.1) }
        return Set(options).subtracting(["--help", "--help-hidden", "--version"])
    }

    @Test("every picture and page of this project that it shows is there, described and small")
    func links() throws {
        let readme = try Readme()
        let targets = readme.text.matches(of: /(!?)\[([^\]]*)\]\(([^)#]+)\)/).filter { !$0.3.contains("://") }
        #expect(targets.count >= 6)
        for target in targets {
            let path = Places.root + "/" + target.3
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            #expect(size > 0)
            if target.1 == "!" { #expect(target.2.count > 30 && size < 150_000, "\(target.3)") }
        }
    }

    @Test("the program with its folders beside it runs from any place, wherever it was built")
    func moved() async throws {
        let folder = try Places.resources()
        try FileManager.default.copyItem(atPath: Places.heroes, toPath: folder.path + "/heroes")
        for arguments in [[], ["--resources", folder.path]] {
            let program = try Program(
                "/bin/sh",
                ["-c", "cd / && exec \"$@\"", "sh", folder.path + "/heroes", "serve", "--port", "0", "--ephemeral"]
                    + arguments)
            let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
            let page = try await Wire.answer(from: url, "GET /heroes")
            #expect(page.status == 200 && String(decoding: page.content, as: UTF8.self).contains("id=\"hero-"))
            #expect(try await Wire.answer(from: url, "GET /static/site.css").status == 200)
            #expect(await program.stop() == 0)
        }
        folder.remove()
    }
}
