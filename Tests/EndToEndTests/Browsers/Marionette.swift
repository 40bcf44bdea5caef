import Foundation
import Support

/// A headless Firefox, driven by Marionette, which has other names for WebDriver's commands.
final class Marionette: BrowserDriver {
    private let firefox: Program
    private let profile: TemporaryFolder
    private let connection: MarionetteConnection

    init(width: Int, height: Int) async throws {
        let profile = try TemporaryFolder()
        try Self.preferences.write(
            toFile: profile.path + "/user.js", atomically: true, encoding: .utf8)
        firefox = try Program(
            "/usr/bin/firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile.path],
            environment: ["HOME": profile.path])
        connection = try MarionetteConnection(port: try await Self.port(profile))
        self.profile = profile
        _ = try await connection.send("WebDriver:NewSession", ["acceptInsecureCerts": true])
        _ = try await connection.send("WebDriver:SetWindowRect", ["width": width, "height": height])
    }

    func send(_ method: String, _ path: String, _ body: [String: Any]) async throws -> Any {
        var components = path.split(separator: "/").map(String.init)
        var parameters = body
        if components.count == 3, components[0] == "element" {
            parameters["id"] = components[1]
            components[1] = "*"
        }
        guard let name = Self.names["\(method) \(components.joined(separator: "/"))"] else {
            throw BrowserFailure(command: "\(method) \(path)", response: "unknown command")
        }
        if name == "TakeScreenshot" { parameters["full"] = false }
        return try await connection.send("WebDriver:" + name, parameters)
    }

    func close() async {
        _ = try? await connection.send("Marionette:Quit", ["flags": ["eForceQuit"]])  // A signal follows anyway.
        _ = await firefox.stop()
        profile.remove()
    }

    private static let names = [
        "POST url": "Navigate", "GET url": "GetCurrentURL", "POST back": "Back", "POST forward": "Forward",
        "POST refresh": "Refresh", "GET title": "GetTitle", "GET screenshot": "TakeScreenshot",
        "POST actions": "PerformActions", "POST window/rect": "SetWindowRect", "POST execute/sync": "ExecuteScript",
        "POST element": "FindElement", "POST element/*/click": "ElementClick",
        "POST element/*/value": "ElementSendKeys", "DELETE cookie": "DeleteAllCookies",
    ]

    /// Lets the browser choose a port, and disables the services that a new profile connects to.
    private static var preferences: String {
        let values: [String: String] = [
            "marionette.port": "0", "app.normandy.enabled": "false",
            "app.update.disabledForTesting": "true", "browser.safebrowsing.downloads.enabled": "false",
            "browser.safebrowsing.malware.enabled": "false", "browser.safebrowsing.phishing.enabled": "false",
            "browser.search.update": "false", "browser.shell.checkDefaultBrowser": "false",
            "browser.startup.homepage_override.mstone": "\"ignore\"", "browser.startup.page": "0",
            "datareporting.policy.dataSubmissionEnabled": "false", "extensions.update.enabled": "false",
            "extensions.getAddons.cache.enabled": "false", "network.captive-portal-service.enabled": "false",
            "network.connectivity-service.enabled": "false", "network.dns.disablePrefetch": "true",
            "network.dns.localDomains": "\"heroes.example,other.example,login.example\"",
            "dom.security.https_first": "false", "network.trr.mode": "5",
            "services.settings.server": "\"data:,#remote-settings-dummy/v1\"",
            "toolkit.telemetry.server": "\"\"",
        ]
        return values.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
    }

    /// Waits for the port, which Firefox writes into its profile once it listens.
    private static func port(_ profile: TemporaryFolder) async throws -> UInt16 {
        var port: UInt16?
        _ = try await Wait.until {
            // The file exists before it is complete.
            port = (try? String(contentsOfFile: profile.path + "/MarionetteActivePort", encoding: .utf8)).flatMap(
                UInt16.init)
            return port != nil
        }
        guard let port else { throw BrowserFailure(command: "start Firefox", response: "no port") }
        return port
    }
}

/// Marionette's messages over TCP: JSON after its length, `20:[0,1,"Command",{…}]`, answered by `[1,1,error,result]`.
final class MarionetteConnection: Sendable {
    private let descriptor: Int32
    /// Runs one command at a time, outside of Swift's cooperative threads since reading blocks.
    private let queue = DispatchQueue(label: "marionette")

    /// Connects and reads the browser's greeting.
    init(port: UInt16) throws {
        descriptor = try Socket.connectLoopback(to: port)
        _ = try receive()
    }

    deinit { close(descriptor) }

    func send(_ command: String, _ parameters: [String: Any]) async throws -> Any {
        let message = try JSONSerialization.data(withJSONObject: [0, 1, command, parameters])
        let bytes = [UInt8]("\(message.count):".utf8) + message
        let response = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.exchange(bytes) }) }
        }
        return try Self.value(of: response, to: command)
    }

    private static func value(of response: Data, to command: String) throws -> Any {
        guard let parts = try JSONSerialization.jsonObject(with: response) as? [Any], parts.count == 4,
            parts[2] is NSNull
        else { throw BrowserFailure(command: command, response: String(decoding: response, as: UTF8.self)) }
        return (parts[3] as? [String: Any])?["value"] ?? parts[3]
    }

    private func exchange(_ bytes: [UInt8]) throws -> Data {
        guard Socket.send(bytes, to: descriptor) else { throw SocketError(call: "send", code: errno) }
        return try receive()
    }

    private func receive() throws -> Data {
        var length = 0
        while case let byte = try read(1)[0], byte != UInt8(ascii: ":") {
            length = length * 10 + Int(byte) - Int(UInt8(ascii: "0"))
        }
        return Data(try read(length))
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < count {
            let received = recv(descriptor, &chunk, min(chunk.count, count - bytes.count), 0)
            guard received > 0 else { throw SocketError(call: "recv", code: errno) }
            bytes += chunk[..<received]
        }
        return bytes
    }
}
