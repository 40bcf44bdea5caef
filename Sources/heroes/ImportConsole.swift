import Foundation
import Gateway
import Glibc
import Synchronization

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
