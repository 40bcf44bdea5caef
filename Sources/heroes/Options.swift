import ArgumentParser
import Basics
import Foundation
import Logging
import Server

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

    func host(in environment: [String: String]) -> String {
        let name = [host, environment["HOST"]].compactMap(\.self).first { !$0.isEmpty } ?? "127.0.0.1"
        // An IPv6 address may have brackets, as in a URL.
        return name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    }

    /// Starts the server. An error about a host or port from the environment names the variable.
    func start(_ server: Server, in environment: [String: String]) throws -> UInt16 {
        do throws(ServerError) {
            return try server.start()
        } catch {
            let (option, name) =
                switch error {
                case .invalidHost, .hostUnavailable: (host ?? "", "HOST")
                case .portInUse, .portNotPermitted: (port.map { "\($0)" } ?? "", "PORT")
                case .alreadyStarted, .system: ("", "")
                }
            guard option.isEmpty, environment[name]?.isEmpty == false else { throw error }
            throw CommandError(
                "\(error) The value is from \(name) in the environment; override it with --\(name.lowercased()).")
        }
    }

    /// Returns the port of the option, the environment or the default.
    ///
    /// - Throws: CommandError if PORT is not a port.
    func port(in environment: [String: String], default defaultPort: UInt16) throws(CommandError) -> UInt16 {
        if let port { return port }
        guard let text = environment["PORT"], !text.isEmpty else { return defaultPort }
        guard let port = PortNumber.parse(text) else {
            throw CommandError("PORT in the environment is “\(text)”. It must be a number from 0 to 65535.")
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

/// The option for the log level.
struct LogOptions: ParsableArguments {
    @Option(help: "The lowest level logged on standard error: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    var logger: Logger {
        var logger = Logger(label: "heroes") { StandardErrorLog(label: $0) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger {
    /// Prints a line on standard output, or logs it if that is closed.
    func printOrLog(_ line: String) {
        do {
            try StandardStreams.writeLine(line)
        } catch {
            notice("\(line)")
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The option for the program's folders.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: .advanced(
            "The folder with Templates, Public and the catalogue. Default: found next to the program or in the clone."))
    var resources: String?
}

extension ArgumentHelp {
    /// Returns the help of an option that few sites need, shown by `--help-hidden` only.
    static func advanced(_ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, visibility: .hidden) }
}
