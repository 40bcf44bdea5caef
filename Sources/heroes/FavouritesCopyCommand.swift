import ArgumentParser
import Foundation
import Heroes
import PostgreSQL
import Storage

/// `heroes favourites copy`: copies favourites from a folder into a database, or back.
struct FavouritesCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy favourites from a folder into a PostgreSQL database, or back.",
        discussion: """
            One of --from and --to is a folder, such as data/favourites, the other a connection string of libpq: a URL \
            or key=value pairs. A folder with “=” in its name can be written as ./a=b. Passwords belong into libpq's own \
            files or PGPASSWORD.

            A folder to copy from is only read, and a site may use it. A folder to copy to is locked as by a site. \
            Lists that are newer in the target are not replaced, and nothing is deleted. Each copied list is read back \
            and compared. The command can be interrupted and repeated. The exit status is 0 if every \
            visitor's list is in the target, 1 if not, and 130 if it was interrupted.
            """)

    @Option(help: "The folder or database to copy from.")
    var from: StoreAddress

    @Option(help: "The folder or database to copy to. It is created if it is a folder.")
    var to: StoreAddress

    func validate() throws {
        guard from.isDatabase != to.isDatabase else {
            throw ValidationError(
                "One of --from and --to must be a folder, the other a database such as postgresql://user@host/database."
            )
        }
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
        let (folder, text) = from.isDatabase ? (to.text, from.text) : (from.text, to.text)
        if FileManager.default.fileExists(atPath: folder + "/favourites") {
            throw CommandError("The favourites are in \(folder)/favourites. Give this folder instead of \(folder).")
        }
        let source = from.isDatabase ? nil : try openFolder(folder) { path in try FavouritesFolder(path) }
        let database = try await Self.connect(text)
        defer { database.close() }
        let favourites = PostgresFavourites(database)
        if let source { return try await copy(from: source, to: favourites) }
        return try await copy(
            from: favourites, to: openFolder(folder) { path in try FileStore(folder: path, log: report) })
    }

    private func copy(
        from source: some VisitorSource, to target: some VisitorTarget
    ) async throws(FavouritesError) -> FavouritesCopy.Report {
        try await FavouritesCopy(from: source, to: target, onProblem: report).run()
    }

    private func openFolder<Store>(_ path: String, _ open: (String) throws -> Store) throws -> Store {
        do { return try open(path) } catch let error as FavouritesError {
            throw CommandError("The folder of favourites cannot be used: \(error).")
        }
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
        let damaged = from.isDatabase ? "damaged rows" : "damaged files"
        try StandardStreams.writeLine(
            "visitors copied: \(report.copied), up to date: \(report.upToDate), \(damaged) skipped: "
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
