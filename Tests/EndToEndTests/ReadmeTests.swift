import Foundation
import Support
import Testing

@Suite("README and the other documents", .timeLimit(.minutes(5)))
struct ReadmeTests {
    @Test("every link has a target; pictures have a description and are small")
    func links() throws {
        for document in try Document.all() {
            let folder = URL(filePath: document.path, relativeTo: URL(filePath: Paths.root + "/"))
                .deletingLastPathComponent()
            for link in document.links {
                let parts = link.target.split(separator: "#", omittingEmptySubsequences: false)
                let file = parts[0].isEmpty ? Paths.root + "/" + document.path : folder.path + "/" + parts[0]
                let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
                #expect(size ?? 0 > 0, "\(document.path): \(link.target)")
                if parts.count > 1, let path = file.split(separator: Paths.root + "/").last {
                    let anchors = try Document(String(path)).anchors
                    #expect(anchors.contains(String(parts[1])), "\(document.path): \(link.target)")
                }
                if link.isPicture { #expect(link.label.count > 30 && size ?? 0 < 150_000, "\(link.target)") }
            }
        }
        #expect(try Document("README.md").links.count >= 15)
    }

    @Test("every file and folder that a document names exists")
    func files() throws {
        let files = FileManager.default
        let paths = try ["Sources", "Tests"].flatMap { try files.subpathsOfDirectory(atPath: "\(Paths.root)/\($0)") }
        let names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
        // CHANGES names files of earlier versions.
        for document in try Document.all() where document.path != "CHANGES.md" {
            for file in document.files {
                let exists = ["", "Sources/"].contains { files.fileExists(atPath: "\(Paths.root)/\($0)\(file)") }
                #expect(exists || names.contains(file), "\(document.path): \(file)")
            }
        }
    }

    @Test("every command in the documents exists and has the options used there")
    func commands() async throws {
        let documents = try Document.all()
        let lines = documents.flatMap { document in
            (document.commands + document.inlineCommands).map { (document.path, $0) }
        }
        #expect(lines.count > 40)
        for (path, line) in lines {
            var words = line.prefix { $0 != "<" }.split(whereSeparator: \.isWhitespace).map(String.init)
            words.removeAll { $0.contains(/^[A-Z_]+=/) }
            guard let program = words.first, program == "heroes" || program.hasPrefix("script/") else { continue }
            let options = words.filter { $0.hasPrefix("--") }
            #expect(Set(options).isSubset(of: try await self.options(of: words)), "\(path): \(line)")
        }
    }

    /// Returns the options of a command line's command; none if there is no such command.
    private func options(of words: [String]) async throws -> Set<String> {
        if words[0] == "script/server" { return try await options(["serve"], "--help-hidden") }
        if words[0] == "heroes" {
            guard words.count > 1 else { return [] }
            return try await options(Array(words[1...].prefix(words[1] == "favourites" ? 2 : 1)), "--help-hidden")
        }
        let script = "\(Paths.root)/\(words[0])"
        #expect(FileManager.default.isExecutableFile(atPath: script), "\(words[0])")
        // Only `swift test` knows --filter.
        let text = try String(contentsOfFile: script, encoding: .utf8)
        let names = Set(text.matches(of: /--[a-z-]+/).map { String($0.output) })
        return names.union(words[0] == "script/test" ? ["--filter"] : [])
    }

    @Test("the tables of options name every option that the help shows")
    func optionTables() async throws {
        let meta: Set = ["--help", "--help-hidden", "--version"]
        let tables = try Document("docs/operations.md").optionTables
        let shown = try await options(["serve"], "--help").subtracting(meta)
        #expect(tables.count == 2 && tables[0] == shown && shown.count == 13)
        let hidden = try await options(["serve"], "--help-hidden").subtracting(meta)
        #expect(tables[1] == hidden.subtracting(shown))
        let gateway = try await options(["gateway"], "--help").subtracting(meta)
        #expect(try Document("docs/api.md").optionTables == [gateway])
    }

    /// Returns the options that a command's help names; none if there is no such command.
    private func options(_ command: [String], _ help: String) async throws -> Set<String> {
        let program = try Program(Paths.heroes, command + [help])
        let text = await program.remainingOutput()
        guard await program.status() == 0 else { return [] }
        let options = text.matches(of: /(?m)^ {2}(?:-h, )?(--[a-z-]+)/).map { String($0.1) }
        return Set(options).union(["--help", "--help-hidden"])
    }

    @Test("the example in docs/api.md gets heroes from the gateway")
    func apiExample() async throws {
        let commands = try Document("docs/api.md").commands
        let start = try #require(commands.first { $0.hasPrefix("heroes gateway") })
        let arguments = start.split(separator: " ").dropFirst().map { $0 == "8081" ? "0" : String($0) }
        let gateway = try Program(Paths.heroes, arguments)
        let url = try #require(await gateway.line(matching: /(http:\/\/[^\/ ]+)/))
        let call = try #require(commands.first { $0.hasPrefix("curl") })
        let curl = try Program("/bin/sh", ["-c", call.replacing("http://127.0.0.1:8081", with: url) + " && echo"])
        let response = await curl.remainingOutput()
        #expect(await curl.status() == 0)
        #expect(response.hasPrefix(#"{"code":200"#) && response.contains(#""name":"Spider-Man"#))
        await gateway.expectCleanExit()
    }

    @Test("the program finds its resources next to it, from any working directory")
    func relocated() async throws {
        let folder = try Paths.resources()
        // Another process copies the file: a child that is started meanwhile would inherit an open file.
        #expect(await (try Program("/bin/cp", [Paths.heroes, folder.path])).status() == 0)
        for arguments in [[], ["--resources", folder.path]] {
            let program = try Program(
                "/bin/sh",
                ["-c", "cd / && exec \"$@\"", "sh", folder.path + "/heroes", "serve", "--port", "0", "--ephemeral"]
                    + arguments)
            let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
            let page = try await RawConnection.response(from: url, "GET /heroes")
            #expect(page.status == 200 && String(decoding: page.content, as: UTF8.self).contains("id=\"hero-"))
            #expect(try await RawConnection.response(from: url, "GET /static/site.css").status == 200)
            #expect(await program.stop() == 0)
        }
        folder.remove()
    }
}
