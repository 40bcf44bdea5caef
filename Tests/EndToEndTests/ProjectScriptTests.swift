import Foundation
import Support
import Testing

/// The scripts in `script/` and the examples in `deploy/`, in a place where nothing is built and nothing installed.
@Suite("The project's scripts and examples", .timeLimit(.minutes(10)))
struct ProjectScriptTests {
    private let folder: TemporaryFolder
    private let place: ReadmePlace

    init() throws {
        folder = try TemporaryFolder()
        place = try ReadmePlace(folder.path)
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(filePath: folder.path + "/" + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func run(_ command: String) async throws -> (status: Int32, said: String, complained: String) {
        let program = try place.start(command)
        let (said, complained) = (await program.rest(), await program.complaint())
        return (await program.status(), said, complained)
    }

    private func content(_ path: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/" + path).sorted()
    }

    @Test(
        "a release does not go where something else is, and deletes nothing there",
        arguments: ["../home", "../home/Public", ".", "..", "script/new", "script", ".build", "--help", "../home a"])
    func refusedRelease(_ target: String) async throws {
        for path in ["home/Public/mine", "home/Templates/mine", "home/heroes", "project/.build/mine"] {
            try write(path, "mine")
        }
        let before = try content("")
        let release = try await run("script/release \(target)")
        #expect(release.status == 1 && release.said.isEmpty)
        #expect(release.complained.hasPrefix("script/release: "))
        #expect(try content("") == before)
    }

    @Test("a release replaces an earlier one, whichever version made it, and leaves what else is there")
    func repeatedRelease() async throws {
        for isMarked in [false, true] {
            for name in ["heroes", "Catalogue/old.json", "Templates/old.html", "data/mine"] {
                try write("opt/heroes/" + name, "old")
            }
            #expect(FileManager.default.fileExists(atPath: folder.path + "/opt/heroes/.heroes-release") == isMarked)
            let release = try await run("script/release ../opt/heroes")
            #expect(release.status == 0, "\(release.complained)")
            let found = try content("opt/heroes")
            #expect(found.contains("data/mine") && found.contains("Templates/layout.html"))
            #expect(!found.contains { $0.hasSuffix("old.json") || $0.hasSuffix("old.html") || $0.hasPrefix(".new") })
        }
    }

    @Test("a release that fails on the way leaves the earlier one as it was")
    func failedRelease() async throws {
        #expect(try await run("script/release ../opt/heroes").status == 0)
        let before = try content("opt/heroes")
        try place.script("strip", "echo 'no space' >&2; exit 1")
        let release = try await run("script/release ../opt/heroes")
        #expect(release.status == 1 && release.complained.contains("no space"))
        #expect(try content("opt/heroes") == before)
    }

    @Test("where Swift cannot run, its own words are shown, and what to do")
    func brokenSwift() async throws {
        try place.script("swift", "echo 'libedit.so.2 is missing' >&2; exit 127")
        for script in ["server", "test", "release ../opt/new", "fuzz", "bench", "crash", "soak"] {
            let (status, _, complained) = try await run("script/\(script)")
            #expect(status == 1, "\(script)")
            #expect(
                complained.contains("libedit.so.2 is missing") && complained.contains("swift.org/install"),
                "\(script): \(complained)")
        }
    }

    @Test("where Swift does not tell where it has built the program, no other is run")
    func untoldPlace() async throws {
        try place.script(
            "swift", "case \"$*\" in --version) echo 'Swift version 6.3';; *--show-bin-path*) exit 1;; esac")
        for script in ["server", "release ../opt/new", "fuzz", "bench", "soak"] {
            let (status, _, complained) = try await run("script/\(script)")
            #expect(status == 1 && complained.contains("where it has built"), "\(script): \(complained)")
        }
    }

    @Test("while another process has a lock of apt or dpkg it is waited for, and said")
    func lockedPackages() async throws {
        let state = folder.path + "/state"
        try place.script("dpkg-query", "[ ! -e \(state)/installed ] || echo installed")
        try place.script("sudo", "exec \"$@\"")
        try place.script("sleep", "exit 0")
        // As apt-get says it of its own lock, which it does not wait for, and of dpkg's, which it does.
        try place.script(
            "apt-get",
            """
            mkdir -p \(state) && echo "$*" >> \(state)/calls
            case $(wc -l < \(state)/calls) in
            1|2) echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'; exit 100;;
            4) echo 'Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 8 (dpkg)...'
               touch \(state)/installed;;
            esac
            """)
        let (status, said, complained) = try await run("set -euo pipefail && . script/packages && need zlib1g")
        #expect(status == 0 && complained.isEmpty, "\(complained)")
        let waiting = said.split(separator: "\n").filter { $0.hasPrefix("Waiting, ten minutes at most") }
        #expect(waiting.count == 2 && waiting[0].hasSuffix("lists/lock. It is held by process 7 (apt-get)"), "\(said)")
        let calls = try String(contentsOfFile: state + "/calls", encoding: .utf8).split(separator: "\n")
        #expect(calls.count == 4 && calls.allSatisfy { $0.contains("-o DPkg::Lock::Timeout=600") }, "\(calls)")
        #expect(calls[2].hasSuffix(" update") && calls[3].hasSuffix(" install -y --no-install-recommends zlib1g"))
    }

    @Test("what apt-get cannot do for another reason is shown at once")
    func failedPackages() async throws {
        try place.script("dpkg-query", "exit 1")
        try place.script("sudo", "exec \"$@\"")
        try place.script("apt-get", "echo \"$*\" >> \(folder.path)/calls; echo 'E: No network'; exit 100")
        let (status, _, complained) = try await run("set -euo pipefail && . script/packages && need zlib1g")
        #expect(status == 1 && complained.contains("E: No network") && complained.contains("apt-get could not install"))
        #expect(try String(contentsOfFile: folder.path + "/calls", encoding: .utf8).split(separator: "\n").count == 1)
    }

    @Test("an unknown suite of figures is told of before anything is installed or built")
    func unknownSuite() async throws {
        for argument in ["nothing", "'server pages'", "''", "--slow"] {
            let (status, said, complained) = try await run("script/bench --quick \(argument)")
            #expect(status == 1 && said.isEmpty && complained.contains("is no suite"))
            #expect(!complained.contains("Building"))
        }
    }

    @Test("relative paths are the caller's, and favourites without --data the project's")
    func paths() async throws {
        try write("elsewhere/input", "GET")
        let files = FileManager.default
        for (option, data) in [("", "project/data"), (" --data kept", "elsewhere/kept")] {
            let site = try place.start("cd ../elsewhere && exec ../project/script/server\(option)")
            #expect(await site.line(matching: /(http:\/\/[^\/ ]+)/) != nil)
            #expect(await site.stop() == 0)
            #expect(files.fileExists(atPath: "\(folder.path)/\(data)/favourites"))
        }
        #expect(!files.fileExists(atPath: folder.path + "/elsewhere/data"))
        #expect(try await run("cd ../elsewhere && ../project/script/fuzz input").status == 0)
        let fuzz = try await run("cd ../elsewhere && ../project/script/fuzz missing")
        #expect(fuzz.status == 1 && fuzz.complained.contains("no file 'missing'"))
    }

    @Test("Caddy lets as much through as the site takes")
    func caddyLimit() async throws {
        let caddy = try Program(
            "/usr/bin/caddy", ["adapt", "--adapter", "caddyfile", "--config", Places.root + "/deploy/Caddyfile"])
        #expect(await caddy.rest().contains("\"max_size\":65536"))
    }
}
