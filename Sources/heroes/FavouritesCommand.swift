import ArgumentParser
import Foundation
import Heroes
import PostgreSQL
import Storage

/// `heroes favourites`: work on stored favourites.
struct FavouritesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites", abstract: "Work on stored favourites.", subcommands: [FavouritesCopyCommand.self])
}

/// `heroes favourites copy`: copies favourites from a folder into a database.
struct FavouritesCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy favourites from a folder into a PostgreSQL database.",
        discussion: """
            --to is a connection string of libpq: a URL or key=value pairs. Passwords belong into libpq's own files or \
            PGPASSWORD.

            The folder is only read, and a site may use it. Lists that are newer in the database are not replaced, and \
            nothing is deleted. Each copied list is read back and compared. The command can be interrupted and \
            repeated. The exit status is 0 if every visitor's list is in the database, 1 if not, and 130 if it was \
            interrupted.
            """)

    @Option(help: "The folder to copy from, such as data/favourites.")
    var from: String

    @Option(help: "The database to copy to, such as postgresql://user@host/database.")
    var to: String

    func validate() throws {
        guard !Self.isDatabase(from) else {
            throw ValidationError("--from must be a folder: favourites are copied into a database only.")
        }
        guard Self.isDatabase(to) else {
            throw ValidationError("--to must be a database, such as postgresql://user@host/database.")
        }
    }

    /// Returns true for a URL or `key=value` pairs, as in libpq, unless the text begins like a path.
    private static func isDatabase(_ text: String) -> Bool {
        !text.hasPrefix("/") && !text.hasPrefix(".") && (text.contains("://") || text.contains("="))
    }

    func run() async throws {
        let signals = Signals()
        let copying = Task { try await copy() }
        let interruption = Task {
            await signals.waitForShutdown()
            copying.cancel()
        }
        defer { interruption.cancel() }
        let report: FavouritesCopy.Report
        do {
            report = try await copying.value
        } catch let error as FavouritesError {
            throw CommandError("Copying has failed: \(error). Repeat the command to copy the others.")
        }
        try finish(report)
    }

    private func copy() async throws -> FavouritesCopy.Report {
        if FileManager.default.fileExists(atPath: from + "/favourites") {
            throw CommandError("The favourites are in \(from)/favourites. Give this folder instead of \(from).")
        }
        let source: FavouritesFolder
        do { source = try FavouritesFolder(from) } catch {
            throw CommandError("The folder of favourites cannot be used: \(error).")
        }
        let database = try await Self.connect(to)
        defer { database.close() }
        return try await FavouritesCopy(from: source, to: PostgresFavourites(database), onProblem: report).run()
    }

    private static func connect(_ text: String) async throws -> Database {
        do throws(DatabaseError) {
            let database = Database(try ConnectionSettings(text))
            try await database.waitUntilConnected(within: .seconds(10))
            return database
        } catch {
            throw CommandError("The database of favourites cannot be used: \(error.reason).")
        }
    }

    @Sendable private func report(_ problem: String) {
        // A closed standard error must not stop the copy.
        try? FileHandle.standardError.write(contentsOf: Data("\(problem.replacingControlCharacters)\n".utf8))
    }

    private func finish(_ report: FavouritesCopy.Report) throws {
        try StandardStreams.writeLine(
            "visitors copied: \(report.copied), up to date: \(report.upToDate), damaged files skipped: "
                + "\(report.damaged); checked: \(report.copied + report.upToDate) are equal or newer in the target")
        guard report.isComplete else {
            self.report("Interrupted. Repeat the command to copy the others.")
            throw ExitCode(130)
        }
        if report.missing > 0 {
            throw CommandError(
                "Not copied: \(report.missing) of them, because there is no earlier list either. Restore them from a "
                    + "backup, or remove them, and repeat the command.")
        }
        if report.different > 0 {
            throw CommandError(
                "Different: \(report.different) lists in the target, although they are not newer. Remove them from the "
                    + "side that is wrong, and repeat the command.")
        }
    }
}
