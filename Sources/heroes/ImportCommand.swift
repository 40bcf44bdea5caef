import ArgumentParser
import Foundation
import Gateway
import Glibc
import Synchronization

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

/// The output of a running import on standard error: progress on a terminal, and problems.
final class ImportConsole: Sendable {
    /// The number of problems printed.
    static let problemLimit = 20

    private struct State {
        var isInterrupted = false
        var isReading = true
        var problems = 0
        var hasProgress = false
        var lastShown: ContinuousClock.Instant?
    }

    /// The error that ends an import after a signal.
    struct Interruption: Error {}

    private let state = Mutex(State())
    private let isTerminal = isatty(2) == 1

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// True while files are read; after that the import ends soon, and may be committed already.
    var isReading: Bool { state.withLock(\.isReading) }

    func interrupt() { state.withLock { $0.isInterrupted = true } }

    /// Shows the progress; throws `Interruption` after `interrupt()`.
    func showProgress(_ progress: ImportProgress) throws {
        let line: String
        switch progress {
        case .reading(let file, let bytes, let records):
            line = "\(file): \(records) records, \(bytes >> 20) MiB"
        case .committing: line = "building the indexes"
        }
        try state.withLock { state in
            if state.isInterrupted { throw Interruption() }
            if case .committing = progress { state.isReading = false }
            let now = ContinuousClock.now
            if case .reading = progress, let last = state.lastShown, now - last < .milliseconds(100) { return }
            state.lastShown = now
            guard isTerminal else { return }
            state.hasProgress = true
            // Carriage return, and erase to the end of the line (ECMA-48, EL).
            Self.write("\r\(line)\u{1B}[K")
        }
    }

    func showProblem(_ problem: ImportReport.Problem) {
        state.withLock { state in
            state.problems += 1
            guard state.problems <= Self.problemLimit else { return }
            clear(&state)
            Self.write("\(problem.description.replacingControlCharacters)\n")
        }
    }

    /// Clears the progress, and prints the number of problems over the limit.
    func finish() {
        state.withLock { state in
            clear(&state)
            if state.problems > Self.problemLimit { Self.write("and \(state.problems - Self.problemLimit) more\n") }
        }
    }

    private func clear(_ state: inout State) {
        if state.hasProgress { Self.write("\r\u{1B}[K") }
        state.hasProgress = false
    }

    static func writeInterruption() { write("Interrupted. The archive was not changed.\n") }

    private static func write(_ text: String) {
        // A closed standard error must not stop the import.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
