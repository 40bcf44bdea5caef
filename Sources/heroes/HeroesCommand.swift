import ArgumentParser
import CVersion
import Foundation
import Gateway
import Glibc
import HTML
import Heroes
import Server

/// The root command with its subcommands.
@main
struct HeroesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heroes",
        abstract: "A web site of Marvel heroes, and a Marvel-compatible API.",
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, GatewayCommand.self, HealthcheckCommand.self, ImportCommand.self, FavouritesCommand.self,
            SanitizeCommand.self,
        ])

    static func main() async {
        StandardStreams.reopenClosed()
        // libdispatch logs each thread that may not raise its priority, which is no fault.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            StandardErrorLog.finish()
        } catch {
            // The log is written before the error message.
            StandardErrorLog.finish()
            let status = exitCode(for: error)
            guard !status.isSuccess, !(error is ExitCode) else { exit(withError: error) }
            // A closed standard error must not change the status.
            try? FileHandle.standardError.write(contentsOf: StandardErrorLog.failure(fullMessage(for: error)))
            Foundation.exit(CommandFailure.isPermanent(error) ? CommandFailure.permanentStatus : status.rawValue)
        }
    }
}

/// An error message on the command line: what failed and what to do.
struct CommandError: Error, CustomStringConvertible {
    let description: String
    /// True if the same command fails again until its options, its environment or files are changed.
    let isPermanent: Bool

    init(_ description: String, isPermanent: Bool = false) {
        (self.description, self.isPermanent) = (description, isPermanent)
    }
}

/// The exit status of a command that fails.
enum CommandFailure {
    /// The status of an invalid option and of other errors that a restart cannot mend (sysexits.h, EX_USAGE), with which
    /// deploy/heroes.service is not restarted. All others have 1.
    static let permanentStatus = ExitCode.validationFailure.rawValue

    /// Returns true for an error that a restart cannot mend.
    static func isPermanent(_ error: any Error) -> Bool {
        switch error {
        case let error as CommandError: error.isPermanent
        case let error as ArchiveError: error.isPermanent
        case ServerError.invalidHost, ServerError.portNotPermitted, ServerError.notListening: true
        // Of a source's URL, and of templates.
        case is WebURL.InvalidBase, is TemplateError: true
        default: false
        }
    }
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
