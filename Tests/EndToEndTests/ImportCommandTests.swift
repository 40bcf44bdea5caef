import Foundation
import Support
import Testing

@Suite("heroes import and heroes gateway", .timeLimit(.minutes(30)))
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
        output: String, errors: String, status: Int32
    ) {
        let program = try Program(Paths.heroes, ["import"] + arguments + ["--archive", archive], input: input)
        let errors = await program.errorOutput()
        return (await program.remainingOutput(), errors, await program.status())
    }

    @Test("records are imported and counted, and skipped ones are reported; without any the status is 1")
    func summary() async throws {
        let lines = String(repeating: "{}\n", count: 50)
        let failed = try await run([try write(lines, to: "bad.jsonl"), "/no/such/file"])
        #expect(failed.status == 1)
        #expect(failed.output == "No records were read.\nbad records: 51\n")
        #expect(
            failed.errors.hasPrefix(
                "\(folder.path)/bad.jsonl:1: its kind cannot be determined (and 49 more records)\n/no/such/file: "))
        let file = try write("[\(Self.hero(1)),{},\(Self.hero(2))]", to: "a.json")
        let first = try await run([file])
        #expect(first.status == 0)
        #expect(first.errors == "\(file):2: its kind cannot be determined\n")
        #expect(
            first.output
                == "characters: 2 new, 0 replaced, 0 unchanged\nbad records: 1\nThe archive is \(archive)\n")
        let second = try await run([file, "-"], input: try write(Self.hero(3), to: "b.json"))
        #expect(second.output.hasPrefix("characters: 1 new, 0 replaced, 2 unchanged\n"))
    }

    @Test("progress is shown in one line on a terminal")
    func progress() async throws {
        let file = try write("[\(Self.hero(1)),\(Self.hero(2))]", to: "a.json")
        // script(1) runs a command on a pseudo-terminal and prints its output.
        let program = try Program(
            "/usr/bin/script", ["-qec", "\(Paths.heroes) import \(file) --archive \(archive)", "/dev/null"])
        let shown = await program.remainingOutput().unicodeScalars.split(separator: "\r").map(String.init)
        #expect(await program.status() == 0)
        let clear = "\u{1B}[K"
        #expect(shown.contains("\(file): 1 records, 0 MiB\(clear)"), "\(shown)")
        // The last line of progress is cleared, and the summary is printed there.
        #expect(shown.contains("\(clear)characters: 2 new, 0 replaced, 0 unchanged"), "\(shown)")
    }

    @Test("an import that is stopped by a signal leaves the archive unchanged", arguments: [SIGINT, SIGKILL])
    func stopped(by signal: Int32) async throws {
        let file = try write(Self.hero(1), to: "a.json")
        _ = try await run([file])
        let (program, input) = try startImport()
        // More than the pipe holds, so that the program has read some of it and is in the middle.
        try input.write(contentsOf: Data((2...3000).map(Self.hero).joined(separator: "\n").utf8))
        let locked = try await run([file])
        #expect(locked.status == 1)
        #expect(locked.errors.contains("another program is writing to it"))
        kill(program.id, signal)
        #expect(await program.status() == 128 + signal)
        #expect(try await run([file]).output.hasPrefix("characters: 0 new, 0 replaced, 1 unchanged\n"))
        let gateway = try Program(Paths.heroes, ["gateway", "--port", "0", "--open", "--archive", archive])
        let url = try #require(await gateway.line(matching: /(http:\/\/[^\/ ]+)/))
        let heroes = try await RawConnection.response(from: url, "GET /v1/public/characters")
        #expect(heroes.text.contains(#""total":1,"#))
        #expect(await gateway.stop() == 0)
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

    @Test("a running site shows heroes that are imported into its archive")
    func importWhileRunning() async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        let site = try await RunningSite(["--archive", archive])
        let targets = ["/heroes", "/heroes?q=hero", "/heroes/2-hero-2"]
        func showing() async throws -> [Bool] {
            var showing: [Bool] = []
            for target in targets {
                let page = try await RawConnection.response(from: site.url, "GET " + target)
                showing.append(page.text.contains(">Hero 2</"))
            }
            return showing
        }
        #expect(try await showing() == [false, false, false])
        _ = try await run([try write(Self.hero(2), to: "b.json")])
        #expect(try await Wait.until { try await showing() == [true, true, true] })
        await site.end()
    }

    @Test("pages may load pictures from the configured hosts, and not from the port of the built-in gateway")
    func imageOrigins() async throws {
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        let pictures = "HTTP://Pictures.Example:8080/a/b"
        for (options, picture, sources) in [
            (["--archive", archive], "https://cdn.marvel.com/u/prod/marvel/i/mg/3/50/a/", "'self' https:"),
            (
                ["--archive", archive, "--image-host", pictures], "/a/b/i/mg/3/50/a/",
                "'self' https: http://pictures.example:8080"
            ),
            (
                ["--source", "http://127.0.0.1:1/v1", "--image-host", "http://[::1]:9"], "MarvelHeroes",
                "'self' https: http://127.0.0.1:1 http://[::1]:9"
            ),
            ([], "/images/characters/", "'self'"),
        ] {
            let site = try await RunningSite(options)
            let page = try await RawConnection.response(from: site.url, "GET /heroes")
            #expect(page.text.contains(picture), "\(options)")
            let policy = page["content-security-policy"]?.firstMatch(of: /img-src ([^;]*);/)
            #expect(policy.map { String($0.1) } == sources)
            await site.end()
        }
    }

    @Test("an invalid archive is an error that names the cause", arguments: ["gateway", "serve", "import"])
    func invalidArchive(command: String) async throws {
        let text = try write("some text that is long enough to be a header of something", to: "text")
        _ = try await run([try write(Self.hero(1), to: "a.json")])
        // The header of a database has the version in its bytes from 60 on.
        var old = try Data(contentsOf: URL(filePath: archive))
        old[63] = 5
        try old.write(to: URL(filePath: archive))
        let options = command == "import" ? ["import", text] : [command, "--port", "0"]
        for (path, words) in [
            (archive, "with “heroes import \(archive) --archive NEW”"), (text, "is not an archive"),
            (folder.path, "it is not a regular file"),
            ("/no/such/archive", command == "import" ? "cannot be opened" : "heroes import"),
        ] {
            let program = try Program(Paths.heroes, options + ["--archive", path])
            #expect(await program.errorOutput().contains(words))
            #expect(await program.status() == 64)
        }
    }

    @Test("the gateway prints its keys and logs none, serves pictures, and compresses every response, however small")
    func gateway() async throws {
        let program = try Program(Paths.heroes, ["gateway", "--port", "0", "--pictures", "svg"])
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        let keys = try #require(await program.line(matching: /Keys: public (.*)/)).split(separator: ", private ")
        let hash = try Program("/bin/sh", ["-c", "printf '1\(keys[1])\(keys[0])' | md5sum"])
        let query = "ts=1&apikey=\(keys[0])&hash=\(try #require(await hash.line(matching: /^(\w+)/)))"
        let gzip = "Accept-Encoding: gzip"
        for (path, status) in [
            ("/v1/public/characters?limit=5&\(query)", 200), ("/v1/public/characters/1009610?\(query)", 200),
            ("/v1/public/characters?name=nobody&\(query)", 200), ("/v1/public/characters?limit=0&\(query)", 409),
            ("/v1/public/characters/1", 409), ("/none", 404), ("/", 200),
            ("/images/characters/1009610/standard_large.png", 200),
            ("/images/characters/1009610/standard_large.svg", 200),
        ] {
            let plain = try await RawConnection.response(from: url, "GET \(path)")
            let response = try await RawConnection.response(from: url, "GET \(path)", [gzip])
            #expect(response.status == status, "\(path)")
            #expect(plain.status == status, "\(path)")
            #expect(response["x-content-type-options"] == "nosniff", "\(path)")
            guard !path.hasSuffix(".png") else { continue }
            #expect(plain["content-encoding"] == nil, "\(path)")
            #expect(response["content-encoding"] == "gzip", "\(path)")
            #expect(try Gunzip.decompress(response.content) == plain.content, "\(path)")
            guard let tag = response["etag"], path.hasPrefix("/v1/") else { continue }
            #expect(plain["etag"] == tag, "\(path)")
            #expect(plain.text.contains(#""etag":"\#(tag)""#), "\(path)")
            let again = try await RawConnection.response(from: url, "GET \(path)", ["If-None-Match: " + tag])
            #expect(again.status == 304, "\(path)")
            #expect(again.content.isEmpty, "\(path)")
        }
        let hero = try await RawConnection.response(from: url, "GET /v1/public/characters/1009610?\(query)")
        #expect(hero.text.contains(#""path":"\#(url)/images/characters/1009610","extension":"svg""#))
        let tooLong = try await RawConnection.response(from: url, "GET /" + String(repeating: "a", count: 20_000))
        #expect(tooLong.status == 414)
        #expect(tooLong.text.hasPrefix(#"{"code":"URITooLong""#))
        #expect(await program.stop() == 0)
        #expect(await !program.errorOutput().contains(keys[1]))
    }
}
