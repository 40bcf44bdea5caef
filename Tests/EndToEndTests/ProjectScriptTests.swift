import Foundation
import Support
import Testing

/// The scripts in `script/` and the examples in `deploy/`. Nothing is built or installed.
@Suite("The project's scripts and examples", .timeLimit(.minutes(30)))
struct ProjectScriptTests {
    private let folder: TemporaryFolder
    private let project: StubbedProject

    init() throws {
        folder = try TemporaryFolder()
        project = try StubbedProject(folder.path)
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(filePath: folder.path + "/" + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func run(_ command: String) async throws -> (status: Int32, output: String, errors: String) {
        let program = try project.start(command)
        let (output, errors) = (await program.remainingOutput(), await program.errorOutput())
        return (await program.status(), output, errors)
    }

    private func content(_ path: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/" + path).sorted()
    }

    @Test(
        "a release into a folder with other files is refused, and deletes nothing",
        arguments: ["../home", "../home/Public", ".", "..", "script/new", "script", ".build", "--help", "../home a"])
    func refusedRelease(_ target: String) async throws {
        for path in ["home/Public/mine", "home/Templates/mine", "home/heroes", "project/.build/mine"] {
            try write(path, "mine")
        }
        let before = try content("")
        let release = try await run("script/release \(target)")
        #expect(release.status == 1 && release.output.isEmpty)
        #expect(release.errors.hasPrefix("script/release: "))
        #expect(try content("") == before)
    }

    @Test("a release replaces an earlier one of any version, and leaves other files")
    func repeatedRelease() async throws {
        for isMarked in [false, true] {
            for name in ["heroes", "Catalogue/old.json", "Templates/old.html", "data/mine"] {
                try write("opt/heroes/" + name, "old")
            }
            #expect(FileManager.default.fileExists(atPath: folder.path + "/opt/heroes/.heroes-release") == isMarked)
            let release = try await run("script/release ../opt/heroes")
            #expect(release.status == 0, "\(release.errors)")
            let files = try content("opt/heroes")
            #expect(files.contains("data/mine") && files.contains("Templates/layout.html"))
            #expect(!files.contains { $0.hasSuffix("old.json") || $0.hasSuffix("old.html") || $0.hasPrefix(".new") })
        }
    }

    @Test("a release that fails leaves the earlier one unchanged")
    func failedRelease() async throws {
        #expect(try await run("script/release ../opt/heroes").status == 0)
        let before = try content("opt/heroes")
        try project.stub("strip", "echo 'no space' >&2; exit 1")
        let release = try await run("script/release ../opt/heroes")
        #expect(release.status == 1 && release.errors.contains("no space"))
        #expect(try content("opt/heroes") == before)
    }

    @Test("if Swift cannot run, its error is shown with a hint")
    func brokenSwift() async throws {
        try project.stub("swift", "echo 'libedit.so.2 is missing' >&2; exit 127")
        for script in ["server", "test", "release ../opt/new", "package", "fuzz", "bench", "crash", "soak"] {
            let (status, _, errors) = try await run("script/\(script)")
            #expect(status == 1, "\(script)")
            #expect(
                errors.contains("libedit.so.2 is missing") && errors.contains("swift.org/install"),
                "\(script): \(errors)")
        }
    }

    @Test("if Swift does not print the folder of the program, no program is run")
    func missingBuildFolder() async throws {
        try project.stub(
            "swift", "case \"$*\" in --version) echo 'Swift version 6.3';; *--show-bin-path*) exit 1;; esac")
        for script in ["server", "release ../opt/new", "package", "fuzz", "bench", "soak"] {
            let (status, _, errors) = try await run("script/\(script)")
            #expect(status == 1 && errors.contains("does not print the folder"), "\(script): \(errors)")
        }
    }

    @Test("the scripts wait for another process that locks apt or dpkg, and say so")
    func lockedPackages() async throws {
        let state = folder.path + "/state"
        try project.stub("dpkg-query", "[ ! -e \(state)/installed ] || echo installed")
        try project.stub("sudo", "exec \"$@\"")
        try project.stub("sleep", "exit 0")
        // apt-get does not wait for its own lock, and waits for dpkg's.
        try project.stub(
            "apt-get",
            """
            mkdir -p \(state) && echo "$*" >> \(state)/calls
            case $(wc -l < \(state)/calls) in
            1|2) echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'; exit 100;;
            4) echo 'Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 8 (dpkg)...'
               touch \(state)/installed;;
            esac
            """)
        let (status, output, errors) = try await run("set -euo pipefail && . script/lib/dependencies.sh && need zlib1g")
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        let waiting = output.split(separator: "\n").filter { $0.hasPrefix("Waiting, ten minutes at most") }
        #expect(waiting.count == 2, "\(output)")
        #expect(waiting.first?.hasSuffix("lists/lock. It is held by process 7 (apt-get)") == true)
        let calls = try String(contentsOfFile: state + "/calls", encoding: .utf8).split(separator: "\n")
        #expect(calls.count == 4 && calls.allSatisfy { $0.contains("-o DPkg::Lock::Timeout=600") }, "\(calls)")
        #expect(calls[2].hasSuffix(" update") && calls[3].hasSuffix(" install -y --no-install-recommends zlib1g"))
    }

    @Test("other failures of apt-get are shown at once")
    func failedPackages() async throws {
        try project.stub("dpkg-query", "exit 1")
        try project.stub("sudo", "exec \"$@\"")
        try project.stub("apt-get", "echo \"$*\" >> \(folder.path)/calls; echo 'E: No network'; exit 100")
        let (status, _, errors) = try await run("set -euo pipefail && . script/lib/dependencies.sh && need zlib1g")
        #expect(status == 1 && errors.contains("E: No network") && errors.contains("apt-get could not install"))
        #expect(try String(contentsOfFile: folder.path + "/calls", encoding: .utf8).split(separator: "\n").count == 1)
    }

    @Test("an unknown benchmark suite is refused before anything is installed or built")
    func unknownSuite() async throws {
        for argument in ["nothing", "'server pages'", "''", "--slow"] {
            let (status, output, errors) = try await run("script/bench --quick \(argument)")
            #expect(status == 1 && output.isEmpty && errors.contains("unknown suite"))
            #expect(!errors.contains("Building"))
        }
    }

    @Test("relative paths are relative to the working directory, favourites without --data to the project")
    func paths() async throws {
        try write("other/input", "GET")
        try project.stub("../built/fuzz", "exit 0")
        let files = FileManager.default
        for (option, data) in [("", "project/data"), (" --data mine", "other/mine")] {
            let site = try project.start("cd ../other && exec ../project/script/server\(option)")
            #expect(await site.line(matching: /(http:\/\/[^\/ ]+)/) != nil)
            #expect(await site.stop() == 0)
            #expect(files.fileExists(atPath: "\(folder.path)/\(data)/favourites"))
        }
        #expect(!files.fileExists(atPath: folder.path + "/other/data"))
        #expect(try await run("cd ../other && ../project/script/fuzz input").status == 0)
        let fuzz = try await run("cd ../other && ../project/script/fuzz missing")
        #expect(fuzz.status == 1 && fuzz.errors.contains("no file 'missing'"))
    }

    @Test("the language check names comments and identifiers that break the rules, and nothing else")
    func proseCheck() async throws {
        try write(
            "good/Parser.swift",
            """
            /// Returns the number, or nil if there is none. The folder where it lies is `where`.
            func number<Value>(in text: String) -> Int? where Value: Hashable { parse(text, "told") }
            """ + String(repeating: "\n// A gateway stands at the place of a placeholder.", count: 200))
        let good = try await run("script/lint-prose ../good")
        #expect(good.status == 0 && good.errors.isEmpty, "\(good)")
        try write(
            "bad/Settle.swift",
            "/// What nobody was told.\nfunc read(asked: Int) {}\nlet wayBack = 1\ncase gone, notFound\n")
        let bad = try await run("script/lint-prose ../bad")
        #expect(bad.status == 1)
        for line in [
            "../bad/Settle.swift:1: What nobody was told.", "../bad/Settle.swift:2: asked: asked",
            "../bad/Settle.swift:3: wayBack: way", "../bad/Settle.swift:4: gone: gone",
            "../bad/Settle.swift: the file's name: Settle", "banned words in identifiers: 4 (limit 0)",
        ] { #expect(bad.output.contains(line), "\(line) in \(bad.output)") }
    }

    @Test("Caddy accepts requests as large as the site does")
    func caddyLimit() async throws {
        let caddy = try Program(
            "/usr/bin/caddy", ["adapt", "--adapter", "caddyfile", "--config", Paths.root + "/deploy/Caddyfile"])
        #expect(await caddy.remainingOutput().contains("\"max_size\":65536"))
    }

    @Test("systemd accepts the unit, and its sandbox is strict")
    func unit() async throws {
        let unit = folder.path + "/heroes.service"
        let text = try String(contentsOfFile: Paths.root + "/deploy/heroes.service", encoding: .utf8)
        try text.replacing("/opt/heroes/heroes", with: Paths.heroes)
            .write(toFile: unit, atomically: true, encoding: .utf8)
        for arguments in [["verify", "--man=no", unit], ["security", "--offline=true", "--threshold=15", unit]] {
            let program = try Program("/usr/bin/systemd-analyze", arguments)
            let errors = await program.errorOutput() + program.remainingOutput()
            #expect(await program.status() == 0, "\(arguments): \(errors)")
        }
    }
}
