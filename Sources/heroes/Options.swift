import ArgumentParser
import Basics
import ComicVine
import Foundation
import Glibc
import HTTP
import Logging

/// The address to listen on: the options, else HOST and PORT in the environment.
struct ListenOptions: ParsableArguments {
    @Option(
        help: """
            The address to listen on: one of this machine's, or 0.0.0.0 for all. Default: HOST in the environment, \
            else 127.0.0.1.
            """)
    var host: String?

    @Option(
        parsing: .unconditional,
        help:
            "The port to listen on, 0 for any free one. Default: PORT in the environment, else 8080 or 8081 (gateway).",
        transform: PortNumber.parseOption)
    var port: UInt16?

    /// Returns the host of the option, the environment or the default.
    ///
    /// - Throws: CommandError if HOST is no address; the server checks that of the option.
    func host(in environment: [String: String]) throws(CommandError) -> String {
        if let host, !host.isEmpty { return Self.withoutBrackets(host) }
        guard let text = environment["HOST"], !text.isEmpty else { return "127.0.0.1" }
        let host = Self.withoutBrackets(text)
        var address = in6_addr()
        guard host == "localhost" || [AF_INET, AF_INET6].contains(where: { inet_pton($0, host, &address) == 1 }) else {
            throw CommandError(
                """
                HOST in the environment is “\(text)”. It must be an IP address or localhost, but some shells export the \
                machine's name. Set it to an address, or give one with --host, such as --host 127.0.0.1.
                """, isPermanent: true)
        }
        return host
    }

    /// True if the host or the port was given.
    func isGiven(in environment: [String: String]) -> Bool {
        host != nil || port != nil || ["HOST", "PORT"].contains { environment[$0].map { !$0.isEmpty } ?? false }
    }

    /// An IPv6 address may have brackets, as in a URL.
    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Returns the port of the option, the environment or the default.
    ///
    /// - Throws: CommandError if PORT is not a port.
    func port(in environment: [String: String], default defaultPort: UInt16) throws(CommandError) -> UInt16 {
        if let port { return port }
        guard let text = environment["PORT"], !text.isEmpty else { return defaultPort }
        guard let port = PortNumber.parse(text) else {
            throw CommandError(
                "PORT in the environment is “\(text)”. It must be a number from 0 to 65535.", isPermanent: true)
        }
        return port
    }
}

private enum PortNumber {
    @Sendable static func parseOption(_ text: String) throws -> UInt16 {
        guard let port = parse(text) else { throw ValidationError("It must be a number from 0 to 65535.") }
        return port
    }

    /// Parses digits only; returns nil for a number with a sign.
    static func parse(_ text: String) -> UInt16? {
        text.utf8.allSatisfy(\.isDigit) ? UInt16(text) : nil
    }
}

/// The options for the access log on standard output and the log on standard error.
struct LogOptions: ParsableArguments {
    @Option(help: "The lowest level logged on standard error: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    @Option(
        help: """
            The access log on standard output, at level info: text, json or off. With json, every line of standard error is \
            an object, too.
            """)
    var accessLog = AccessLogOption.text

    var format: LogFormat { accessLog == .json ? .json : .text }

    /// Returns the logger of the program, and sets the format of standard error.
    func makeLogger() -> Logger {
        StandardErrorLog.format = format
        var logger = Logger(label: "heroes") { _ in StandardErrorLog() }
        logger.logLevel = logLevel
        return logger
    }

    /// Returns the access log; nil if it is off or the log level excludes info.
    func accessLog(_ logger: Logger) -> LogStream? {
        guard accessLog != .off, logger.logLevel <= .info else { return nil }
        return LogStream(descriptor: STDOUT_FILENO)
    }
}

/// The value of `--access-log`.
enum AccessLogOption: String, ExpressibleByArgument, CaseIterable { case text, json, off }

extension Logger {
    /// Prints a sentence on standard output, in the JSON format as an object, or logs it if standard output is closed.
    func printOrLog(_ sentence: String) {
        do {
            try StandardStreams.writeLine(StandardErrorLog.sentence(sentence))
        } catch {
            notice("\(sentence)")
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The option for the program's folders.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: .advanced(
            "The folder with Templates, Public and the catalogue. Default: found next to the program or in the clone."),
        completion: .directory)
    var resources: String?
}

/// The folders that the program reads at start: templates, static files and the bundled catalogue.
struct Resources {
    let templates: String
    let files: String
    let catalogue: String

    /// Searches the given folder, or else the program's folder and its parents, each also for `share/heroes`, and the
    /// working directory.
    init(folder: String?) throws(CommandError) {
        let candidates = folder.map { [$0] } ?? Self.candidates()
        guard let root = candidates.first(where: Self.hasTemplates) else {
            throw CommandError(
                "The folders Templates and Public were not found. Set the folder that contains them with --resources.",
                isPermanent: true)
        }
        templates = root + "/Templates"
        files = root + "/Public"
        // Next to the templates if installed, else in the source.
        let installed = root + "/Catalogue"
        catalogue = FileManager.default.fileExists(atPath: installed) ? installed : root + "/Sources/Gateway/Catalogue"
    }

    private static func hasTemplates(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Templates/layout.html")
    }

    private static func candidates() -> [String] {
        var folders: [String] = []
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            folders += [folder.path, folder.path + "/share/heroes"]
            folder.deleteLastPathComponent()
        }
        return folders + [FileManager.default.currentDirectoryPath]
    }
}

extension ArgumentHelp {
    /// Returns the help of an option that few sites need, shown by `--help-hidden` only.
    static func advanced(_ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, visibility: .hidden) }
}

/// The server's limits.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .advanced("Maximum number of connections; a new one replaces an idle one, or gets 503."))
    var connections = 10_000

    @Option(
        parsing: .unconditional,
        help: .advanced(
            """
            Seconds between the signal to stop and the end of listening. /readyz is 503 in that time, so that a load \
            balancer can redirect visitors.
            """))
    var drainDelay = 0.0

    func validate() throws {
        guard (1...1_000_000).contains(connections) else {
            throw ValidationError("--connections must be from 1 to 1000000.")
        }
        guard (0...86_400).contains(drainDelay) else {
            throw ValidationError("--drain-delay must be from 0 to 86400 seconds.")
        }
    }
}

/// The options for Comic Vine as the source of heroes.
struct ComicVineOptions: ParsableArguments {
    @Option(help: .advanced("The URL of Comic Vine's API, or of a caching proxy of your own."))
    var comicvineURL = ComicVineConfiguration.api

    @Option(
        parsing: .unconditional,
        help: .advanced("Comic Vine: the number of comics from which a hero is shown in lists; searches find all."))
    var leastAppearances = 10

    @Option(
        parsing: .unconditional,
        help: .advanced("Comic Vine: calls per hour and path; a third of them is reserved for visitors."))
    var hourlyBudget = 180

    func validate() throws {
        guard SourceOption.isWebURL(comicvineURL) else {
            throw ValidationError(
                "--comicvine-url must be an http or https URL, such as \(ComicVineConfiguration.api).")
        }
        guard leastAppearances >= 0 else { throw ValidationError("--least-appearances must be 0 or more.") }
        guard (3...200).contains(hourlyBudget) else {
            throw ValidationError("--hourly-budget must be from 3 to 200, which Comic Vine allows per hour and path.")
        }
    }
}

/// The parser of the site's public URL: an origin as browsers serialise it, so that it can be compared with theirs.
enum PublicURL {
    /// Parses and normalises an origin.
    ///
    /// - Throws: `ValidationError` with the reason.
    @Sendable static func parse(_ text: String) throws -> String {
        // Foundation converts international names to Punycode (UTS #46).
        let address = text.utf8.allSatisfy { $0 < 0x80 } ? text : URL(string: text)?.absoluteString
        guard let address, let origin = WebOrigin(address.hasSuffix("/") ? String(address.dropLast()) : address),
            origin.port > 0, !address.hasSuffix(":"),
            origin.host.wholeMatch(of: /[a-z0-9.-]*[a-z0-9]|\[[0-9a-f:.]+\]/) != nil
        else {
            throw ValidationError(
                "It must be a URL such as https://heroes.example, with only a host and a port from 1 to 65535.")
        }
        let isDefaultPort = origin.port == (origin.scheme == "http" ? 80 : 443)
        return "\(origin.scheme)://\(origin.host)" + (isDefaultPort ? "" : ":\(origin.port)")
    }
}
