import Foundation
import Support
import Testing

@Suite("The gateway as a service", .timeLimit(.minutes(30)))
struct GatewayServiceTests {
    /// The credentials of a call with the keys `1234:abcd`.
    private static let signature = "ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"

    private func start(_ options: [String], _ environment: [String: String] = [:]) throws -> Program {
        try Program(
            Paths.heroes, ["gateway", "--port", "0"] + options,
            environment: ["HEROES_GATEWAY_KEYS": ""].merging(environment) { $1 })
    }

    private func url(_ program: Program) async throws -> String {
        try #require(await program.line(matching: /(http:\/\/[^\/ ]+)\/v1\/public/))
    }

    @Test("has health, readiness and metrics, which count calls by endpoint and need no keys")
    func operations() async throws {
        let program = try start([])
        let url = try await url(program)
        #expect(try await RawConnection.response(from: url, "GET /healthz").status == 200)
        let ready = try await RawConnection.response(from: url, "GET /readyz")
        #expect(ready.status == 200)
        #expect(ready.text.contains("archive"))
        for (path, status) in [("/openapi.json", 200), ("/v1/public/characters", 409), ("/v1/public/search?q=a", 409)] {
            #expect(try await RawConnection.response(from: url, "GET \(path)").status == status)
        }
        let metrics = try await RawConnection.response(from: url, "GET /metrics").text
        for line in [
            #"heroes_http_requests_total{route="api_openapi",status="200"} 1"#,
            #"heroes_http_requests_total{route="api_list",status="409"} 1"#,
            #"heroes_http_requests_total{route="api_search",status="409"} 1"#,
        ] { #expect(metrics.contains(line), "\(metrics)") }
        let outside = try await RawConnection.response(from: url, "GET /metrics", ["X-Forwarded-For: 203.0.113.7"])
        #expect(outside.status == 404)
        await program.expectCleanExit()
    }

    @Test(
        "behind a trusted proxy logs the client and names the proxy's address in URLs; other proxies count as clients",
        arguments: [
            (["--trusted-proxy", "127.0.0.1"], "203.0.113.7", "https://api.example"), ([], "127.0.0.1", "http://127."),
        ])
    func trustedProxy(options: [String], client: String, base: String) async throws {
        let program = try start(["--open"] + options)
        let response = try await RawConnection.response(
            from: try await url(program), "GET /v1/public/characters?limit=1",
            ["X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https", "X-Forwarded-Host: api.example"])
        #expect(response.text.contains("\"resourceURI\":\"\(base)"), "\(response.text)")
        let line = await program.line(matching: /(.* route=api_list .*)/) ?? ""
        #expect(line.contains(" client=\(client) method=GET "), "\(line)")
        #expect(line.contains(" path=/v1/public/characters status=200 "), "\(line)")
        await program.expectCleanExit()
    }

    @Test(
        "takes keys from the environment or from a file of its owner, and shows them nowhere", arguments: [true, false])
    func keys(isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = try keyFile("# The app.\n1234:abcd\n", mode: 0o600, in: folder)
        let program = try start(
            isFile ? ["--keys-file", file] : [], isFile ? [:] : ["HEROES_GATEWAY_KEYS": "a:b 1234:abcd"])
        let url = try await url(program)
        let list = "GET /v1/public/characters?limit=1"
        #expect(try await RawConnection.response(from: url, "\(list)&\(Self.signature)").status == 200)
        #expect(try await RawConnection.response(from: url, "\(list)&\(Self.signature.dropLast())1").status == 401)
        let command = try Data(contentsOf: URL(filePath: "/proc/\(program.id)/cmdline"))
        #expect(!String(decoding: command, as: UTF8.self).contains("abcd"))
        await program.expectCleanExit()
        for text in [await program.remainingOutput(), await program.errorOutput()] {
            #expect(!text.contains("abcd"))
            #expect(!text.contains("Keys: "))
        }
        folder.remove()
    }

    @Test("without keys prints a new pair, which calls can be signed with")
    func randomKeys() async throws {
        let program = try start([])
        let url = try await url(program)
        let publicKey = try #require(await program.line(matching: /Keys: public ([0-9a-f]+), private [0-9a-f]{10,}/))
        let call = "GET /v1/public/characters?ts=1&hash=1&apikey="
        let known = try await RawConnection.response(from: url, call + publicKey).text
        let unknown = try await RawConnection.response(from: url, call + "1234").text
        #expect(known.contains("hash, timestamp and key combination"))
        #expect(unknown.contains("The passed API key is invalid."))
        await program.expectCleanExit()
    }

    @Test("does not start with keys that others can read or that are none, and says so without a key")
    func unusableKeys() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/keys"
        for (content, mode, environment, words) in [
            ("1234:abcd", 0o644, "", "Run: chmod 600 \(file)"), ("1234:abcd", 0o640, "", "Run: chmod 600 \(file)"),
            (nil, 0, "", "The keys in \(file) cannot be read: No such file or directory."),
            ("", 0o600, "", "The file \(file) has no keys."), (" \n", 0o600, "", "The file \(file) has no keys."),
            ("# None.\n", 0o600, "", "The file \(file) has no keys."),
            ("# None.\r\n", 0o600, "", "The file \(file) has no keys."),
            ("a:b\r\nsecret\r\n", 0o600, "", "Line 2 of \(file) is not a pair"),
            ("1234:abcd\nabcdefg\n", 0o600, "", "Line 2 of \(file) is not a pair"),
            ("1234:abcd:x", 0o600, "", "Line 1 of \(file) is not a pair"), ("1234:", 0o600, "", "Line 1 of \(file)"),
            (":abcd", 0o600, "", "Line 1 of \(file)"),
            ("1234:abcd", 0o600, "abcd", "Line 1 of HEROES_GATEWAY_KEYS is not a pair"),
        ] as [(String?, Int, String, String)] {
            try? FileManager.default.removeItem(atPath: file)
            if let content { _ = try keyFile(content, mode: mode, in: folder) }
            let program = try start(["--keys-file", file], ["HEROES_GATEWAY_KEYS": environment])
            let message = await program.errorOutput() + (await program.remainingOutput())
            #expect(message.contains(words), "\(message)")
            #expect(!message.contains("abcd"), "\(message)")
            #expect(await program.status() == 64, "\(message)")
        }
        folder.remove()
    }

    @Test("does not print a pair of keys into the journal, but ends with the variable to set")
    func journal() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/journal"
        let command = "exec 2>$1; export JOURNAL_STREAM=$(stat -c %d:%i $1); exec $0 gateway --port 0"
        let program = try Program("/bin/sh", ["-c", command, Paths.heroes, file])
        #expect(await program.status() == 64)
        #expect(await program.remainingOutput() == "")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Set HEROES_GATEWAY_KEYS"))
        folder.remove()
    }

    private func keyFile(_ content: String, mode: Int, in folder: TemporaryFolder) throws -> String {
        let file = folder.path + "/keys"
        try content.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
