import Curl
import Foundation
import Support
import Testing

@Suite("heroes import", .timeLimit(.minutes(30)))
struct ImportCommandTests {
    private let folder: TemporaryFolder
    private let archive: String

    init() throws {
        folder = try TemporaryFolder()
        archive = folder.path + "/archive.sqlite"
    }

    private static func hero(_ id: Int) -> String {
        #"{"id":\#(id),"name":"Hero \#(id)","description":"","modified":"2014-04-29T14:18:17-0400","#
            + #""thumbnail":{"path":"http://i.annihil.us/u/prod/marvel/i/mg/3/50/a","extension":"jpg"}}"#
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func run(_ arguments: [String], input: String = "/dev/null") async throws -> (
        output: [String], errors: String, status: Int32
    ) {
        let program = try Program(Paths.heroes, ["import"] + arguments + ["--archive", archive], input: input)
        let errors = await program.errorOutput()
        var output: [String] = []
        while let line = await program.line(matching: /(.*)/) { output.append(line) }
        return (output, errors, await program.status())
    }

    @Test("valid records are imported and counted, invalid ones are reported")
    func summary() async throws {
        let file = try write("[\(Self.hero(1)),{},\(Self.hero(2))]", to: "a.json")
        let first = try await run([file])
        #expect(first.status == 0)
        #expect(
            first.output == [
                "characters: 2 new, 0 replaced, 0 unchanged", "bad records: 1", "The archive is \(archive)",
            ])
        #expect(first.errors == "\(file):2: its kind cannot be determined\n")
        let second = try await run([file, "-"], input: try write(Self.hero(3), to: "b.json"))
        #expect(second.output.first == "characters: 1 new, 0 replaced, 2 unchanged")
    }

    @Test("progress is shown in one line on a terminal, and not at all elsewhere")
    func progress() async throws {
        let files = try ["a.json", "b.json"].map { try write("[\(Self.hero(1)),\(Self.hero(2))]", to: $0) }
        // script(1) runs a command on a pseudo-terminal and prints its output.
        let command = "\(Paths.heroes) import \(files.joined(separator: " ")) --archive \(archive)"
        let program = try Program("/usr/bin/script", ["-qec", command, "/dev/null"])
        var shown = ""
        while let line = await program.line(matching: /(?s)(.*)/) { shown += line + "\n" }
        #expect(await program.status() == 0)
        let clear = "\u{1B}[K"
        let lines = shown.unicodeScalars.split(separator: "\r", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.contains("\(files[0]): 1 records, 0 MiB\(clear)"), "\(lines)")
        #expect(lines.contains("building the indexes\(clear)"), "\(lines)")
        // The last line of progress is cleared, and the summary is printed there.
        #expect(lines.contains("\(clear)characters: 2 new, 0 replaced, 2 unchanged"), "\(lines)")
        #expect(!lines.dropLast(3).contains { $0.hasPrefix("\n") && $0.contains("records,") }, "\(lines)")
        #expect(try await run(files).errors == "")
    }

    @Test("an import without valid records fails, and creates no archive")
    func noRecords() async throws {
        let lines = String(repeating: "{}\n", count: 50)
        let failed = try await run([try write(lines, to: "a.jsonl"), "/no/such/file"])
        #expect(failed.status == 1)
        #expect(failed.output == ["No records were read.", "bad records: 51"])
        #expect(
            failed.errors.hasPrefix(
                "\(folder.path)/a.jsonl:1: its kind cannot be determined (50 times)\n/no/such/file: "))
        #expect(!FileManager.default.fileExists(atPath: archive))
        let empty = try write("[]", to: "b.json")
        let result = try await run([empty])
        #expect(result.status == 1 && result.output == ["No records were read.", "bad records: 0"])
        #expect(result.errors == "\(empty): it contains no records\n")
    }

    @Test("an interrupted import leaves the archive unchanged", arguments: [SIGINT, SIGTERM, SIGKILL])
    func interrupted(by signal: Int32) async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR)
        try #require(descriptor >= 0)
        let input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let program = try Program(Paths.heroes, ["import", "-", "--archive", archive], input: pipe)
        // More than the pipe holds, so that the program has read some of it and is in the middle.
        let heroes = (2...3000).map(Self.hero).joined(separator: "\n")
        try input.write(contentsOf: Data(heroes.utf8))
        kill(program.id, signal)
        #expect(await program.status() == (signal == SIGKILL ? 128 + SIGKILL : 130))
        let after = try await run([folder.path + "/a.json"])
        #expect(after.output.first == "characters: 0 new, 0 replaced, 1 unchanged")
        let gateway = try Program(Paths.heroes, ["gateway", "--port", "0", "--open", "--archive", archive])
        let url = try #require(await gateway.line(matching: /(http:\/\/[^ ]+)/))
        let response = try await Curl().send(CurlRequest(url: url + "/characters"))
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""total":1,"#))
        #expect(await gateway.stop() == 0)
    }

    @Test("the gateway serves an archive, and counts the day's calls across restarts")
    func gateway() async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        for statuses in [[200, 200], [200, 429]] {
            let gateway = try Program(
                Paths.heroes,
                ["gateway", "--port", "0", "--keys", "1234:abcd", "--daily-limit", "3", "--archive", archive])
            let url = try #require(await gateway.line(matching: /(http:\/\/[^ ]+)/))
            for status in statuses {
                let response = try await Curl().send(
                    CurlRequest(url: url + "/characters/1?ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"))
                #expect(response.status == status)
            }
            #expect(await gateway.stop() == 0)
        }
    }

    @Test("a running site shows heroes that are imported into its archive")
    func importWhileRunning() async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        let site = try await RunningSite(["--archive", archive])
        let targets = ["/heroes", "/heroes?q=hero", "/heroes/2-hero-2"]
        func showing() async throws -> [Bool] {
            var showing: [Bool] = []
            for target in targets {
                let page = try await Curl().send(CurlRequest(url: site.url + target))
                showing.append(String(decoding: page.body, as: UTF8.self).contains(">Hero 2</"))
            }
            return showing
        }
        #expect(try await showing() == [false, false, false])
        _ = try await run([try write(Self.hero(2), to: "b.json")])
        #expect(try await Wait.until { try await showing() == [true, true, true] })
        #expect(await site.program.stop() == 0)
    }

    @Test("the site serves an archive, with pictures from --image-host, or over https without the option")
    func site() async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        for (options, host) in [
            ([], "https://cdn.marvel.com/u/prod/marvel"),
            (["--image-host", "https://pictures.example/m"], "https://pictures.example/m"),
            (["--image-host", "http://pictures.example/m"], "http://pictures.example/m"),
        ] {
            let site = try await RunningSite(["--archive", archive] + options)
            let page = try await Curl().send(CurlRequest(url: site.url + "/heroes"))
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("Hero 1") && text.contains("\(host)/i/mg/3/50/a/"))
            #expect(text.contains("Data provided by Marvel"))
            let policy = page.headers.first { $0.name.lowercased() == "content-security-policy" }?.value ?? ""
            #expect(policy.contains("img-src 'self' https:"))
            #expect(policy.contains("http://pictures.example") == host.hasPrefix("http:"))
            #expect(await site.program.stop() == 0)
            site.data.remove()
        }
    }

    @Test("an invalid archive is an error that names the cause", arguments: ["gateway", "serve", "import"])
    func invalidArchive(command: String) async throws {
        let text = try write("some text that is long enough to be a header of something", to: "text")
        let options = command == "import" ? ["import", text] : [command, "--port", "0"]
        for (path, words) in [
            (text, "is not an archive"), (folder.path, "it is not a regular file"),
            ("/no/such/archive", command == "import" ? "cannot be opened" : "heroes import"),
        ] {
            let program = try Program(Paths.heroes, options + ["--archive", path])
            #expect(await program.errorOutput().contains(words))
            #expect(await program.status() == 1)
        }
    }

    @Test("a failed import does not remove an archive that another import has filled")
    func concurrentImports() async throws {
        let (first, input) = try startImport()
        try input.write(contentsOf: Data("nonsense\n".utf8))
        try await wait(for: first)
        let file = try write(Self.hero(1), to: "a.json")
        let second = try Program(Paths.heroes, ["import", file, "--archive", archive])
        try await wait(for: second)
        try input.close()
        #expect(await first.status() == 1)
        #expect(await second.status() == 0)
        #expect(await second.line(matching: /(characters.*)/) == "characters: 1 new, 0 replaced, 0 unchanged")
        #expect(try await run([file]).output.first == "characters: 0 new, 0 replaced, 1 unchanged")
    }

    /// Starts an import that reads from the input until that is closed.
    private func startImport() throws -> (Program, input: FileHandle) {
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR)
        try #require(descriptor >= 0)
        let program = try Program(Paths.heroes, ["import", "-", "--archive", archive], input: pipe)
        return (program, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Waits until the program has opened the archive, or has ended.
    private func wait(for program: Program) async throws {
        let descriptors = "/proc/\(program.id)/fd/"
        let isOpen = try await Wait.until {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: descriptors) else { return true }
            // A descriptor closed since then has no destination.
            return names.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + $0)) == archive
            }
        }
        #expect(isOpen)
    }

    @Test("an import fails if another one keeps the archive locked")
    func lockedArchive() async throws {
        let (first, input) = try startImport()
        try await wait(for: first)
        let second = try await run([try write(Self.hero(1), to: "a.json")])
        #expect(second.status == 1 && second.errors.contains("another program is writing to it"))
        try input.write(contentsOf: Data(Self.hero(2).utf8))
        try input.close()
        #expect(await first.status() == 0)
    }
}
