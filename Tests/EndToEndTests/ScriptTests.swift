import Foundation
import Support
import Testing

@Suite("The scripts", .timeLimit(.minutes(5)))
struct ScriptTests {
    private static let names = [
        "bench", "contact-sheet", "fuzz", "lint-prose", "package", "release", "server", "soak", "test",
    ]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a script with a PATH that has no program to install or build something.
    private func run(_ name: String, _ arguments: [String]) async throws -> (
        output: String, errors: String, status: Int32
    ) {
        for tool in ["bash", "env", "dirname", "realpath", "sed", "tr", "grep", "id", "python3"] {
            let link = "\(folder.path)/\(tool)"
            guard !FileManager.default.fileExists(atPath: link) else { continue }
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/usr/bin/\(tool)")
        }
        return try await output("\(Paths.root)/script/\(name)", arguments, ["PATH": folder.path])
    }

    private func output(
        _ executable: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> (output: String, errors: String, status: Int32) {
        let program = try Program(executable, arguments, environment: environment)
        let errors = await program.errorOutput()
        return (await program.remainingOutput(), errors, await program.status())
    }

    @Test("print their help at once and do nothing else", arguments: names)
    func help(name: String) async throws {
        for option in ["--help", "-h"] {
            let help = try await run(name, [option])
            #expect(help.status == 0, "\(help.errors)")
            #expect(help.errors == "", "\(help.errors)")
            #expect(help.output.contains("script/\(name)"), "\(help.output)")
        }
    }

    @Test("refuse an unknown option before they build", arguments: names)
    func unknownOption(name: String) async throws {
        let refused = try await run(name, ["--hots"])
        #expect(refused.status != 0)
        #expect(refused.output == "")
        #expect(refused.errors.contains("--hots"), "\(refused.errors)")
    }

    @Test("list the options of the site")
    func serverOptions() async throws {
        let help = try await run("server", ["--help"]).output
        for option in ["--public-url", "--memory", "--least-appearances"] { #expect(help.contains(option)) }
        #expect(!help.contains("]("), "it has links")
    }

    @Test("name the libraries and the command of the build where there is no dpkg-query")
    func otherSystem() async throws {
        let swift = "#!/bin/bash\necho 'Swift version 6.3 (x)'\n"
        try swift.write(toFile: folder.path + "/swift", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/swift")
        let refused = try await run("server", [])
        #expect(refused.status == 1)
        for words in ["libcurl4-openssl-dev", "librsvg-2.0", "swift build -c release --product heroes"] {
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
    }

    @Test("version sources by their commit, later ones higher, a tagged one with its tag")
    func version() async throws {
        let root = folder.path + "/project"
        try FileManager.default.createDirectory(atPath: root + "/script", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Paths.root + "/script/lib", toPath: root + "/script/lib")
        try FileManager.default.copyItem(atPath: Paths.root + "/.gitattributes", toPath: root + "/.gitattributes")
        func run(_ command: String) async throws -> String {
            let script = "cd '\(root)' && set -euo pipefail && . script/lib/dependencies.sh && \(command)"
            let identity = ["AUTHOR", "COMMITTER"].flatMap {
                [("GIT_\($0)_NAME", "a"), ("GIT_\($0)_EMAIL", "a@b.example")]
            }
            let result = try await output("/bin/bash", ["-c", script], Dictionary(uniqueKeysWithValues: identity))
            #expect(result.status == 0, "\(command): \(result.errors)")
            return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        func commit(_ second: Int) -> String {
            "GIT_COMMITTER_DATE='2026-11-27T15:30:\(second)Z' git commit -q --allow-empty -m x"
        }
        try #"let version = "1.1.0~dev""#.write(toFile: root + "/Package.swift", atomically: true, encoding: .utf8)
        var versions = [try await run("version")]
        #expect(versions[0] == "1.1.0~dev")
        versions.append(try await run("git init -q && git add . && \(commit(12)) && version"))
        #expect(versions[1].wholeMatch(of: /1\.1\.0~dev\+20261127\.153012\.[0-9a-f]{7,}/) != nil, "\(versions)")
        versions.append(try await run("\(commit(13)) && version"))
        versions.append(try await run("echo // >>Package.swift && version"))
        #expect(versions[3].hasSuffix(".changed"))
        #expect(try await run("version") == versions[3])
        versions.append(try await run("git commit -qam y && git tag 1.1.0 && version"))
        #expect(versions[4] == "1.1.0")
        versions.append(try await run("\(commit(14)) && version"))
        for (earlier, later) in zip(versions, versions.dropFirst()) {
            #expect(
                try await output("/usr/bin/dpkg", ["--compare-versions", earlier, "lt", later]).status == 0,
                "\(versions)")
        }
        let unpacked =
            "git archive --prefix=a/ \("HEAD~1") | tar x -C .. && cd ../a && . script/lib/dependencies.sh && version"
        #expect(try await run(unpacked) == "1.1.0")
        #expect(try await run(unpacked.replacing("HEAD~1", with: "HEAD~2")) == versions[2])
    }
}
