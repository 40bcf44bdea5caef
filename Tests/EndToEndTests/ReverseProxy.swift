import Foundation
import Support

/// A site behind a reverse proxy, configured as in the committed example but with the test's ports, names and paths.
struct ReverseProxy {
    let site: RunningSite
    let program: Program
    let folder: TemporaryFolder
    /// The port for https.
    let port: UInt16
    /// The port for http, which only redirects to https.
    let plainPort: UInt16

    enum Kind: String, CaseIterable { case nginx, caddy }

    /// The URL for browsers, with this test's port.
    var url: String { "\(isPlain ? "http" : "https")://heroes.example:\(port)" }
    private let isPlain: Bool

    /// Uses the example's public URL unless `publicURLHasPort` is true. A plain proxy speaks http instead of https.
    /// `directives` are added to nginx's server.
    init(
        _ kind: Kind, _ arguments: [String] = [], publicURLHasPort: Bool = false, isPlain: Bool = false,
        data: TemporaryFolder? = nil, directives: String = ""
    ) async throws {
        folder = try TemporaryFolder()
        let (port, plainPort) = (try FreePort.find(), try FreePort.find())
        (self.port, self.plainPort, self.isPlain) = (port, plainPort, isPlain)
        let scheme = isPlain ? "http" : "https"
        site = try await RunningSite(
            data: data,
            [
                "--public-url", "\(scheme)://heroes.example" + (publicURLHasPort ? ":\(port)" : ""),
                "--trusted-proxy", "127.0.0.1", "--log-level", "info",
            ] + arguments)
        try await Self.makeCertificate(folder.path)
        switch kind {
        case .nginx:
            program = try Self.nginx(folder.path, [site.url], port, plainPort, isPlain ? "" : "ssl http2", directives)
        case .caddy: program = try Self.caddy(folder.path, site.url, port, plainPort)
        }
        try await Self.waitUntilListening(program, port)
    }

    struct StartFailure: Error {
        let errorOutput: String
    }

    func end() async {
        _ = await program.stop()
        await site.end()
        folder.remove()
    }

    /// Sends these lines over TLS from a loopback address, and returns the program that prints the response.
    func send(_ lines: [String], body: String = "", from address: String = "127.0.0.1", name: String) throws -> Program
    {
        let file = folder.path + "/" + name
        try (lines + ["", body]).joined(separator: "\r\n").write(toFile: file, atomically: true, encoding: .utf8)
        return try Program(
            "/usr/bin/openssl",
            [
                "s_client", "-quiet", "-bind", address + ":0", "-connect", "127.0.0.1:\(port)",
                "-servername", "heroes.example", "-verify_return_error", "-CAfile", folder.path + "/certificate.pem",
            ], input: file)
    }

    /// Writes a certificate of heroes.example, and its key.
    static func makeCertificate(_ folder: String) async throws {
        let certificate = try Program(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=heroes.example", "-addext", "subjectAltName=DNS:heroes.example",
                "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem",
            ])
        guard await certificate.status() == 0 else { throw StartFailure(errorOutput: await certificate.errorOutput()) }
    }

    /// Waits until the proxy accepts connections, which it does not report.
    static func waitUntilListening(_ program: Program, _ port: UInt16) async throws {
        while true {
            do {
                _ = try RawConnection(to: "http://127.0.0.1:\(port)")
                return
            } catch {
                guard kill(program.id, 0) == 0 else { throw StartFailure(errorOutput: await program.errorOutput()) }
                await Task.yield()
            }
        }
    }

    private static func example(_ name: String, _ replacements: [(String, String)]) throws -> String {
        var text = try String(contentsOfFile: "\(Paths.root)/deploy/\(name)", encoding: .utf8)
        for (old, new) in replacements {
            guard text.contains(old) else { throw StartFailure(errorOutput: "\(name) does not contain “\(old)”") }
            text = text.replacing(old, with: new)
        }
        return text
    }

    /// Starts nginx in front of these sites.
    static func nginx(
        _ folder: String, _ sites: [String], _ port: UInt16, _ plainPort: UInt16, _ protocols: String = "",
        _ directives: String = ""
    ) throws -> Program {
        let server = "    server 127.0.0.1:8080 fail_timeout=2s;\n"
        let example = try example(
            "nginx.conf",
            [
                ("listen 80;", "listen 127.0.0.1:\(plainPort);"), ("    listen [::]:80;\n", ""),
                ("    listen [::]:443 ssl;\n", ""),
                ("listen 443 ssl;", "listen 127.0.0.1:\(port) \(protocols);\n\(directives)"),
                ("/etc/letsencrypt/live/heroes.example/fullchain.pem", folder + "/certificate.pem"),
                ("/etc/letsencrypt/live/heroes.example/privkey.pem", folder + "/key.pem"),
                (server, sites.map { server.replacing("127.0.0.1:8080", with: address(of: $0)) }.joined()),
            ])
        try example.write(toFile: folder + "/heroes.conf", atomically: true, encoding: .utf8)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        let user = getuid() == 0 ? "user root;" : ""
        try """
        daemon off; pid \(folder)/pid; error_log stderr; worker_processes 1; \(user)
        events {}
        http { access_log off; \(temporary) include \(folder)/heroes.conf; }
        """.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
        return try Program("/usr/sbin/nginx", ["-p", folder, "-e", "stderr", "-c", folder + "/nginx.conf"])
    }

    private static func address(of site: String) -> String { String(site.dropFirst("http://".count)) }

    private static func caddy(_ folder: String, _ site: String, _ port: UInt16, _ plainPort: UInt16) throws -> Program {
        let example = try example(
            "Caddyfile",
            [
                (
                    "heroes.example {\n",
                    "heroes.example {\n\ttls \(folder)/certificate.pem \(folder)/key.pem\n\tbind 127.0.0.1\n"
                ),
                ("127.0.0.1:8080", address(of: site)),
            ])
        let options = "{\n\tadmin off\n\thttp_port \(plainPort)\n\thttps_port \(port)\n}\n\n"
        try (options + example).write(toFile: folder + "/Caddyfile", atomically: true, encoding: .utf8)
        return try Program(
            "/usr/bin/caddy", ["run", "--adapter", "caddyfile", "--config", folder + "/Caddyfile"],
            environment: ["HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder])
    }
}
