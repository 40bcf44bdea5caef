import ArgumentParser
import CVersion
import Foundation
import Glibc

/// The root command with its subcommands.
@main
struct HeroesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heroes",
        abstract: "A web site of Marvel heroes, and a Marvel-compatible API.",
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, GatewayCommand.self, ImportCommand.self, FavouritesCommand.self, SanitizeCommand.self,
        ])

    static func main() async {
        StandardStreams.reopenClosed()
        if let sentence = RemovedOption.sentence(in: CommandLine.arguments.dropFirst()) {
            exit(withError: ValidationError(sentence))
        }
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            StandardErrorLog.finish()
        } catch {
            // The log is written before the error message.
            StandardErrorLog.finish()
            exit(withError: error)
        }
    }
}

/// The options of earlier versions, so that their users read what holds now.
enum RemovedOption {
    /// What holds in place of each option of `heroes serve`.
    private static let sentences = [
        "--backlog": "1024 connections may wait to be accepted; net.core.somaxconn is the maximum",
        "--cache": "responses that can be requested again are in the folder cache of --data",
        "--cache-size": "responses of Comic Vine take at most 1 GB on disk, and those of other sources none",
        "--crawl-arcs": "the issues of a story arc are known once its page was opened",
        "--daily-budget": "calls of a Marvel-compatible source have no limit",
        "--drain-time": "running responses have 10 seconds to finish",
        "--head-time": "a client has 10 seconds to send a request's header fields",
        "--idle-time": "a connection without a request is closed after 60 seconds",
        "--log-queries": "the access log contains no query strings",
        "--stall-time": "a connection is closed if the client reads nothing for 30 seconds",
    ]

    /// Returns the message for the first removed option among the arguments; nil if there is none.
    static func sentence(in arguments: some Sequence<String>) -> String? {
        let arguments = Array(arguments)
        guard arguments.first == "serve" else { return nil }
        let names = arguments.lazy.map { String($0.prefix { $0 != "=" }) }
        guard let name = names.first(where: { sentences[$0] != nil }), let sentence = sentences[name] else {
            return nil
        }
        return "\(name) is gone: \(sentence)."
    }
}

/// An error message on the command line: what failed and what to do.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The program's version, from Package.swift.
enum ProgramVersion {
    static let text = String(cString: heroes_version())
}

/// The standard input, output and error.
enum StandardStreams {
    /// Opens closed streams, so that no socket gets their descriptors; writing to them is still an error. Also ignores
    /// the signals for a closed pipe and an exceeded file size limit, so that these are errors of writing.
    static func reopenClosed() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a line to standard output without buffering.
    static func writeLine(_ line: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
