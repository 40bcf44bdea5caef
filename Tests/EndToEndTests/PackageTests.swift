import Foundation
import Support
import Testing

/// The Debian package that `script/package` makes, here of the program under test. It is installed into a folder, with dpkg's
/// database there, so it needs no root.
@Suite("The Debian package", .timeLimit(.minutes(5)))
struct PackageTests {
    private let folder: TemporaryFolder
    private var root: String { folder.path + "/root" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["info", "updates"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/root/var/lib/dpkg/\(name)", withIntermediateDirectories: true)
        }
        try Data().write(to: URL(filePath: folder.path + "/root/var/lib/dpkg/status"))
    }

    @Test("serves pages once installed; upgrades keep its settings, removing keeps its data, purging keeps nothing")
    func lifecycle() async throws {
        let package = try await build()
        #expect(try await output("/usr/bin/dpkg-deb", ["--field", package, "Depends"]).contains("libcurl4 (>= "))
        try await dpkg("--install", package)
        for unit in ["multi-user.target.wants/heroes.service", "sockets.target.wants/heroes.socket"] {
            let link = try FileManager.default.destinationOfSymbolicLink(atPath: root + "/etc/systemd/system/" + unit)
            #expect(link == "/usr/lib/systemd/system/" + (unit.split(separator: "/").last ?? ""))
        }
        #expect(!exists("etc/systemd/system/multi-user.target.wants/heroes-gateway.service"))
        try await checkFiles()
        try await checkPages()

        let data = "var/lib/private/heroes/favourites"
        try FileManager.default.createDirectory(atPath: "\(root)/\(data)", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root + "/var/lib/heroes", withDestinationPath: "private/heroes")
        try Data("PORT=8090\n".utf8).write(to: URL(filePath: root + "/etc/default/heroes"))
        try await dpkg("--install", package)
        #expect(try text("etc/default/heroes") == "PORT=8090\n")
        try await checkAddressOfEarlierVersion()
        try await dpkg("--remove", "heroes")
        #expect(exists(data))
        #expect(exists("etc/default/heroes"))
        #expect(!exists("usr"))
        try await dpkg("--purge", "heroes")
        let remaining = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains("heroes") }
        #expect(remaining.isEmpty)
    }

    /// Makes the package without compression, which takes the most time, and returns its path.
    private func build() async throws -> String {
        let script = try Program(
            Paths.root + "/script/package", ["--program", Paths.heroes, folder.path],
            environment: ["DPKG_DEB_COMPRESSOR_TYPE": "none"])
        let (printed, errors) = (await script.remainingOutput(), await script.errorOutput())
        #expect(await script.status() == 0, "\(errors)")
        let package = try #require(printed.split(separator: "\n").last?.split(separator: ":").first)
        let version = try await output(Paths.heroes, ["--version"]).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(package.hasPrefix("\(folder.path)/heroes_\(version)_"))
        #expect(package.hasSuffix(".deb"))
        #expect(version.hasPrefix("1.1.0"), "a build without the scripts has the version of Package.swift")
        return String(package)
    }

    private func checkFiles() async throws {
        let documents = ["operations.md", "import.md", "api.md"]
        for file in documents + ["copyright", "changelog.gz", "examples/nginx.conf", "examples/Caddyfile"] {
            #expect(exists("usr/share/doc/heroes/" + file), "\(file)")
        }
        for (file, word) in [
            ("bash-completion/completions/heroes", "--archive"), ("zsh/vendor-completions/_heroes", "_files"),
            ("fish/vendor_completions.d/heroes.fish", "archive"),
        ] { #expect(try text("usr/share/" + file).contains(word), "\(file)") }
        for document in documents {
            let links = try text("usr/share/doc/heroes/" + document).matches(of: /\]\(([^)#:]+)[)#]/).map { $0.1 }
            for link in links { #expect(exists("usr/share/doc/heroes/\(link)"), "\(document): \(link)") }
        }
        #expect(exists("var/lib/heroes-archive"))
        for (name, command) in [("heroes", "serve"), ("heroes-gateway", "gateway")] {
            let unit = try text("usr/lib/systemd/system/\(name).service")
            #expect(unit.hasPrefix("[Unit]"))
            #expect(!unit.contains("/opt"))
            #expect(unit.contains("\nExecStart=/usr/bin/heroes \(command) "))
            let documentation = unit.matches(of: /file:\/\/\/(\S+)/).map { String($0.1) }
            #expect(!documentation.isEmpty)
            #expect(documentation.allSatisfy(exists))
        }
        let changes = try await output("/bin/zcat", [root + "/usr/share/doc/heroes/changelog.gz"])
        // Older entries have dates of their own.
        let trailers = changes.matches(of: /(?m)^ -- .*  (.*)$/).map { $0.1 }
        #expect(trailers.count > 1)
        #expect(Set(trailers).count == trailers.count, "\(trailers)")
        let manual = try await output("/bin/zcat", [root + "/usr/share/man/man1/heroes.1.gz"])
        for line in [
            ".TH HEROES 1 ", "heroes \\- a web site", ".SH \"HEROES SERVE\"", ".SH \"HEROES IMPORT\"",
            ".SH \"HEROES FAVOURITES COPY\"", ".TP\n.B \\-\\-from <from>", "HEROES_SECRET",
            ".TP\n.B \\-\\-memory <memory>\nMegabytes of memory",
        ] { #expect(manual.contains(line), "\(line)") }
        #expect(!manual.contains(/(?m)^\.[^A-Z]/))
    }

    /// The address in the settings of a version without the socket moves to the socket, as the script does on an upgrade.
    private func checkAddressOfEarlierVersion() async throws {
        let file = "etc/systemd/system/heroes.socket.d/address.conf"
        #expect(!exists(file))
        let postinst = root + "/var/lib/dpkg/info/heroes.postinst"
        for (settings, address) in [
            ("HOST=127.0.0.1\nPORT=8080\n", nil), ("PORT=8090\n", "127.0.0.1:8090"), ("HOST=\"::1\"\n", "[::1]:8080"),
            ("#HOST=10.0.0.1\nHOST=0.0.0.0\nPORT='80'\n", "0.0.0.0:80"),
            ("PORT=1\nHEROES_OPTIONS=\"--host 10.0.0.2 --port=81 --reload\"\n", "10.0.0.2:81"),
        ] as [(String, String?)] {
            try Data(settings.utf8).write(to: URL(filePath: root + "/etc/default/heroes"))
            let script = try Program(
                "/bin/sh", ["-c", "deb-systemd-helper purge heroes.socket && exec sh $0 configure 1.0.0", postinst],
                environment: ["DPKG_ROOT": root, "DPKG_MAINTSCRIPT_PACKAGE": "heroes"])
            let errors = await script.errorOutput()
            #expect(await script.status() == 0, "\(errors)")
            #expect(exists(file) == (address != nil))
            if let address {
                let filter = "IPAddressDeny=any\nIPAddressAllow=localhost\n"
                #expect(try text(file).hasSuffix("\nListenStream=\nListenStream=\(address)\n\(filter)"))
            }
            try? FileManager.default.removeItem(atPath: "\(root)/etc/systemd/system/heroes.socket.d")
        }
    }

    private func checkPages() async throws {
        let site = try Program(root + "/usr/bin/heroes", ["serve", "--port", "0", "--ephemeral"])
        let url = try #require(await site.line(matching: /(http:\/\/[^\/ ]+)/))
        let page = try await RawConnection.response(from: url, "GET /heroes")
        #expect(page.status == 200)
        #expect(String(decoding: page.content, as: UTF8.self).contains("id=\"hero-"))
        #expect(try await RawConnection.response(from: url, "GET /static/site.css").status == 200)
        await site.expectCleanExit()
    }

    /// Runs dpkg on the folder. Maintainer scripts run there, without chroot; the packages of the dependencies are not there.
    private func dpkg(_ arguments: String...) async throws {
        let force = "--force-script-chrootless,depends,not-root,bad-path,unsafe-io"
        _ = try await output("/usr/bin/dpkg", ["--root=\(root)", force, "--log=/dev/null"] + arguments)
    }

    private func output(_ executable: String, _ arguments: [String]) async throws -> String {
        let program = try Program(executable, arguments)
        let (output, errors) = (await program.remainingOutput(), await program.errorOutput())
        #expect(await program.status() == 0, "\(executable) \(arguments): \(errors)")
        return output
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    @Test("Caddy accepts requests as large as the site does")
    func caddyLimit() async throws {
        let caddy = try Program(
            "/usr/bin/caddy", ["adapt", "--adapter", "caddyfile", "--config", Paths.root + "/deploy/Caddyfile"])
        #expect(await caddy.remainingOutput().contains("\"max_size\":65536"))
    }

    @Test(
        "systemd accepts the units, their sandbox is strict, and it never gives up to start the program",
        arguments: ["heroes.service", "heroes-gateway.service"])
    func unit(_ name: String) async throws {
        let unit = folder.path + "/" + name
        let text = try String(contentsOfFile: Paths.root + "/deploy/" + name, encoding: .utf8)
        #expect(text.contains(/(?m)^StartLimitIntervalSec=0$/))
        #expect(text.contains(/(?m)^RestartSec=[1-9]/))
        #expect(text.contains("\nRestart=always\n"))
        try text.replacing("/opt/heroes/heroes", with: Paths.heroes)
            .write(toFile: unit, atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(
            atPath: Paths.root + "/deploy/heroes.socket", toPath: folder.path + "/heroes.socket")
        for arguments in [["verify", "--man=no", unit], ["security", "--offline=true", "--threshold=15", unit]] {
            let program = try Program("/usr/bin/systemd-analyze", arguments)
            let errors = await program.errorOutput() + program.remainingOutput()
            #expect(await program.status() == 0, "\(arguments): \(errors)")
        }
    }
}
