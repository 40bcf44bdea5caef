import ArgumentParser
import Basics
import Foundation
import Logging
import Server

/// Where a command listens; the environment's HOST and PORT count where the options are not given.
struct ListenOptions: ParsableArguments {
    @Option(
        help: """
            The address to listen at: one of this machine's, or 0.0.0.0 for all of them; without it HOST in the \
            environment counts.
            """)
    var host: String?

    @Option(
        parsing: .unconditional,
        help: "The port to listen at; 0 takes any free one; without it PORT in the environment counts.",
        transform: PortNumber.ofOption)
    var port: UInt16?

    func host(in environment: [String: String]) -> String {
        let name = [host, environment["HOST"]].compactMap(\.self).first { !$0.isEmpty } ?? "127.0.0.1"
        // An IPv6 address may come in the brackets that it has in a URL.
        return name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    }

    /// Starts the server; an error about a host or port that the environment names says so.
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
                "\(error) It comes from \(name) in the environment, which --\(name.lowercased()) overrides.")
        }
    }

    /// - Throws: CommandError when PORT is no port.
    func port(in environment: [String: String], default standard: UInt16) throws(CommandError) -> UInt16 {
        if let port { return port }
        guard let text = environment["PORT"], !text.isEmpty else { return standard }
        guard let port = PortNumber.read(text) else {
            throw CommandError("PORT is “\(text)”. It has to be a number from 0 to 65535.")
        }
        return port
    }
}

private enum PortNumber {
    @Sendable static func ofOption(_ text: String) throws -> UInt16 {
        guard let port = read(text) else { throw ValidationError("It has to be a number from 0 to 65535.") }
        return port
    }

    /// Nil for a number with a sign, too.
    static func read(_ text: String) -> UInt16? {
        text.utf8.allSatisfy(\.isDigit) ? UInt16(text) : nil
    }
}

/// How much a command says.
struct LogOptions: ParsableArguments {
    @Option(help: "What is worth a line on standard error: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    var logger: Logger {
        var logger = Logger(label: "heroes") { StandardErrorLog(label: $0) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger {
    /// Says on standard output where something is; without anybody to read it the program runs all the same.
    func announce(_ line: String) {
        do {
            try StandardStreams.announce(line)
        } catch {
            notice("\(line)")
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Where the program's folders are.
struct ResourceOptions: ParsableArguments {
    @Option(help: .advanced("The folder that holds Templates, Public and the catalogue; found by itself in a clone."))
    var resources: String?
}

extension ArgumentHelp {
    /// The help of an option that few sites need: `--help-hidden` shows it, and docs/operations.md.
    static func advanced(_ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, visibility: .hidden) }
}
