import Foundation
import Support
import Testing

@Suite("An archive that is served", .timeLimit(.minutes(30)))
struct ServedArchiveTests {
    private let folder: TemporaryFolder
    private let archive: String

    init() async throws {
        folder = try TemporaryFolder()
        archive = folder.path + "/archive.sqlite"
        try await importHero(1)
    }

    private func importHero(_ id: Int) async throws {
        let record = folder.path + "/hero.json"
        try #"{"id":\#(id),"name":"Hero \#(id)","modified":"2014-04-29T14:18:17-0400"}"#
            .write(toFile: record, atomically: true, encoding: .utf8)
        let program = try Program(Paths.heroes, ["import", record, "--archive", archive])
        #expect(await program.errorOutput() == "")
        #expect(await program.status() == 0)
        try FileManager.default.removeItem(atPath: record)
    }

    /// True if tests may mount folders, as root outside of most containers.
    private static let mayMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m", "mount", "-o", "bind,ro", "/tmp", "/tmp"]
        // Without util-linux no folder can be mounted.
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "may belong to another user than the program, and may be on a read-only mount",
        arguments: [false, mayMount])
    func readOnly(isMounted: Bool) async throws {
        for (path, mode) in [(archive, 0o444), (folder.path, 0o555)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        var command = [Paths.heroes, "gateway", "--open", "--port", "0", "--archive", archive]
        if isMounted {
            // The mount needs rights that the program does not get.
            let script = #"mount -o bind,ro "$0" "$0" && exec setpriv --bounding-set=-all --inh-caps=-all -- "$@""#
            command = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, folder.path] + command
        }
        let gateway =
            try isMounted ? Program(command[0], Array(command.dropFirst())) : Program.withoutRights(command)
        let url = try #require(await gateway.line(matching: /(http:\/\/[^\/ ]+)/))
        let heroes = try await RawConnection.response(from: url, "GET /v1/public/characters")
        #expect(heroes.text.contains(#""name":"Hero 1""#))
        await gateway.expectCleanExit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["archive.sqlite"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }

    @Test("a replaced archive is a warning and a degradation, and an overwritten one ends the readiness")
    func changed() async throws {
        let site = try await RunningSite(["--archive", archive])
        func readiness() async throws -> RawResponse { try await RawConnection.response(from: site.url, "GET /readyz") }
        #expect(try await readiness().text.contains(#""archive":"ok""#))
        let (copy, files) = (folder.path + "/copy.sqlite", FileManager.default)
        try files.copyItem(atPath: archive, toPath: copy)
        #expect(rename(archive, folder.path + "/former.sqlite") == 0)
        try files.copyItem(atPath: copy, toPath: archive)
        #expect(
            try await Wait.until {
                try await readiness().text.contains(#""archive":"degraded: the archive was replaced; restart"#)
            })
        #expect(try await readiness().status == 200)
        #expect(rename(folder.path + "/former.sqlite", archive) == 0)
        #expect(try await Wait.until { try await readiness().text.contains(#""archive":"ok""#) })
        let shell = try Program("/bin/sh", ["-c", #"cat "$0" > "$1""#, copy, archive])
        #expect(await shell.status() == 0)
        // GET would be streamed if the machine is busy.
        #expect(try await RawConnection.response(from: site.url, "HEAD /comics").status == 502)
        #expect(try await Wait.until { try await readiness().status == 503 })
        #expect(try await readiness().text.contains("cannot be read: the archive was overwritten; restart the program"))
        await site.end()
    }
}
