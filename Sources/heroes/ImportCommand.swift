import ArgumentParser
import Foundation
import Gateway
import Glibc

/// `heroes import`: recorded answers of the API become an archive.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put recorded Marvel API responses into an archive.",
        discussion: """
            Reads JSON whatever it is wrapped in: envelopes, arrays, lines, recordings of HTTP traffic such as HAR, \
            texts that are JSON themselves, JSON in a JavaScript file, and SQLite databases that clients keep answers \
            in; characters, comics, creators, events, series and stories in any mixture. Of two copies of an object \
            the one modified later stays, then the fuller one, then the one read later. An object that others only \
            name goes in with its id and its name, until its own record is imported.

            All files go in together: an import that is interrupted or fails leaves the archive as it was. What is \
            skipped of a file is named on standard error in one line, file:number: reason, and the rest goes in. The \
            exit status is 0 when at least one record was read, 1 when none was or the archive cannot be used, and \
            130 when it was interrupted.
            """)

    @Argument(
        help:
            "Files, folders with .json, .jsonl, .ndjson, .har, .sqlite, .sqlite3 and .db files, or - for standard input."
    )
    var files: [String]

    @Option(help: "The archive's file, which is made where it does not exist.")
    var archive: String

    func validate() throws {
        guard !archive.isEmpty else { throw ValidationError("--archive has to name a file.") }
    }

    func run() async throws {
        let signals = Signals()
        let claim = try await ArchiveClaim.take(archive)
        let opened = try opening(claim)
        let console = ImportConsole()
        let stopping = Task {
            await signals.untilAskedToStop()
            console.interrupt()
            opened.interrupt()
            // Whoever waits for input that does not come is not listening; what is not committed is not there.
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
            guard console.isReading else { return }
            claim?.withdraw()
            ImportConsole.tellInterruption()
            _exit(130)
        }
        let outcome = await Self.onThread { [files] in
            Result {
                let report = try opened.importRecords(of: files, progress: console.show, onProblem: console.onProblem)
                try opened.close()
                return report
            }
        }
        stopping.cancel()
        console.finish()
        try finish(outcome, claim, isInterrupted: console.isInterrupted)
    }

    private func opening(_ claim: ArchiveClaim?) throws -> Archive {
        do { return try Archive(path: archive) } catch {
            claim?.withdraw()
            throw error
        }
    }

    private func finish(
        _ outcome: Result<ImportReport, any Error>, _ claim: ArchiveClaim?, isInterrupted: Bool
    ) throws {
        switch outcome {
        case .success(let report):
            if report.goodCount == 0 { claim?.withdraw() }
            try StandardStreams.announce(Self.summary(report, archive: archive))
            if report.goodCount == 0 { throw ExitCode(1) }
        case .failure(let error):
            claim?.withdraw()
            guard isInterrupted else { throw error }
            ImportConsole.tellInterruption()
            throw ExitCode(130)
        }
    }

    private static func summary(_ report: ImportReport, archive: String) -> String {
        var lines = Kind.allCases.compactMap { kind -> String? in
            guard let counts = report.counts[kind] else { return nil }
            return "\(kind.rawValue): \(counts.new) new, \(counts.replaced) replaced, \(counts.unchanged) unchanged"
                + (counts.named > 0 ? ", \(counts.named) only named" : "")
        }
        if lines.isEmpty { lines = ["Nothing could be read."] }
        lines.append("bad records: \(report.badCount)")
        if report.goodCount > 0 { lines.append("The archive is \(archive)") }
        return lines.joined(separator: "\n")
    }

    /// What blocks for long must not hold one of the few threads that everything asynchronous shares.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
