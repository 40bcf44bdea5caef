import ArgumentParser
import Foundation
import Gateway
import Glibc

/// `heroes import`: adds recorded API responses to an archive.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import recorded Marvel API responses into an archive.",
        discussion: """
            Finds JSON records of characters, comics, creators, events, series and stories in any structure: API \
            responses, arrays, JSON lines, HAR and other recordings of HTTP traffic, JSON within strings, JavaScript files, \
            and archives of this or an earlier version. Of two copies of an object, the one modified later is stored; if both have the same time, the one \
            with more values; else the last one read. An object that other records only name is added with its id and \
            name, until its own record is imported.

            All files are imported in one transaction: if the import fails or is interrupted, the archive is unchanged. \
            Skipped records are reported on standard error in one line per file, “file:number: reason”. The exit status \
            is 0 if at least one record was read, 1 if none was read or the disk is full, and 64 if the archive cannot be used.
            """)

    @Argument(
        help: "Files, archives, folders with .json, .jsonl, .ndjson or .har files, or - for standard input.",
        completion: .file())
    var files: [String]

    @Option(help: "The archive's file, which is created if it does not exist.", completion: .file())
    var archive: String

    func validate() throws {
        guard !archive.isEmpty else { throw ValidationError("--archive must be a file.") }
    }

    /// Blocks. A signal ends the process as usual, and the next connection rolls the transaction back.
    func run() throws {
        let database = try Archive(path: archive)
        let console = ImportConsole()
        let report = try database.importRecords(of: files, progress: console.show, onProblem: console.show)
        try database.close()
        console.finish()
        try StandardStreams.writeLine(summary(report))
        if report.goodCount == 0 { throw ExitCode(1) }
    }

    private func summary(_ report: ImportReport) -> String {
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
}

/// The output of a running import on standard error: progress on a terminal, and problems.
private final class ImportConsole {
    /// The number of problems printed.
    private static let problemLimit = 20

    private var problems = 0
    private var hasProgress = false
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func show(progress: String) {
        guard isTerminal else { return }
        hasProgress = true
        // Carriage return, and erase to the end of the line (ECMA-48, EL).
        write("\r\(progress)\u{1B}[K")
    }

    func show(_ problem: ImportReport.Problem) {
        problems += 1
        guard problems <= Self.problemLimit else { return }
        clear()
        write("\(problem.description.replacingControlCharacters)\n")
    }

    /// Clears the progress, and prints the number of problems over the limit.
    func finish() {
        clear()
        if problems > Self.problemLimit { write("and \(problems - Self.problemLimit) more\n") }
    }

    private func clear() {
        if hasProgress { write("\r\u{1B}[K") }
        hasProgress = false
    }

    private func write(_ text: String) {
        // A closed standard error must not stop the import.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
