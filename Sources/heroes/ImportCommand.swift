import ArgumentParser
import Foundation
import Gateway
import Glibc

/// `heroes import`: adds recorded API responses to an archive.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import recorded Marvel API responses into an archive.",
        discussion: """
            Finds JSON records of characters, comics, creators, events, series and stories in any structure: API \
            responses, arrays, JSON lines, HAR and other recordings of HTTP traffic, JSON within strings, JavaScript \
            files, and SQLite databases such as response caches. Of two copies of an object, the one modified later is \
            stored; if both have the same time, the one with more values; else the last one read. An object that other \
            records only name is added with its id and name, until its own record is imported.

            All files are imported in one transaction: if the import fails or is interrupted, the archive is unchanged. \
            Skipped records are reported on standard error in one line per file, “file:number: reason”. The exit status \
            is 0 if at least one record was read, 1 if none was read or the archive cannot be used, and 130 if the \
            import was interrupted.
            """)

    @Argument(
        help:
            "Files, folders with .json, .jsonl, .ndjson, .har, .sqlite, .sqlite3 or .db files, or - for standard input."
    )
    var files: [String]

    @Option(help: "The archive's file, which is created if it does not exist.")
    var archive: String

    func validate() throws {
        guard !archive.isEmpty else { throw ValidationError("--archive must be a file.") }
    }

    func run() async throws {
        let signals = Signals()
        let lock = try await ArchiveLock.acquire(archive)
        let database = try openArchive(lock)
        let console = ImportConsole()
        let shutdown = Task {
            await signals.waitForShutdown()
            console.interrupt()
            database.interrupt()
            // A blocked read of the input cannot be interrupted; exiting rolls the transaction back.
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
            guard console.isReading else { return }
            lock?.removeIfNew()
            ImportConsole.writeInterruption()
            _exit(130)
        }
        let outcome = await Self.runOnThread { [files] in
            Result {
                let report = try database.importRecords(
                    of: files, progress: console.showProgress, onProblem: console.showProblem)
                try database.close()
                return report
            }
        }
        shutdown.cancel()
        console.finish()
        try finish(outcome, lock, isInterrupted: console.isInterrupted)
    }

    private func openArchive(_ lock: ArchiveLock?) throws -> Archive {
        do { return try Archive(path: archive) } catch {
            lock?.removeIfNew()
            throw error
        }
    }

    private func finish(
        _ outcome: Result<ImportReport, any Error>, _ lock: ArchiveLock?, isInterrupted: Bool
    ) throws {
        switch outcome {
        case .success(let report):
            if report.goodCount == 0 { lock?.removeIfNew() }
            try StandardStreams.writeLine(Self.summary(report, archive: archive))
            if report.goodCount == 0 { throw ExitCode(1) }
        case .failure(let error):
            lock?.removeIfNew()
            guard isInterrupted else { throw error }
            ImportConsole.writeInterruption()
            throw ExitCode(130)
        }
    }

    private static func summary(_ report: ImportReport, archive: String) -> String {
        var lines = Kind.allCases.compactMap { kind -> String? in
            guard let counts = report.counts[kind] else { return nil }
            return "\(kind.rawValue): \(counts.new) new, \(counts.replaced) replaced, \(counts.unchanged) unchanged"
                + (counts.named > 0 ? ", \(counts.named) only named" : "")
        }
        if lines.isEmpty { lines = ["No records were read."] }
        lines.append("bad records: \(report.badCount)")
        if report.goodCount > 0 { lines.append("The archive is \(archive)") }
        return lines.joined(separator: "\n")
    }

    /// Runs blocking work on a thread of its own, not on Swift's cooperative thread pool.
    private static func runOnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
