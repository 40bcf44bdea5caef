import Foundation
import Gateway
import Glibc
import Synchronization

/// What an import says while it runs: a line of progress on a terminal, and what is bad, on standard error.
final class ImportConsole: Sendable {
    /// As many bad records are named.
    static let most = 20

    private struct State {
        var isInterrupted = false
        var isReading = true
        var complaints = 0
        var hasProgress = false
        var shown: ContinuousClock.Instant?
    }

    /// Ends an import that somebody asked to stop.
    struct Interruption: Error {}

    private let state = Mutex(State())
    private let isTerminal = isatty(2) == 1

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// Whether the files are still read; what comes after that ends by itself, and may be committed already.
    var isReading: Bool { state.withLock(\.isReading) }

    func interrupt() { state.withLock { $0.isInterrupted = true } }

    /// Throws `Interruption` once somebody asked to stop.
    func show(_ progress: ImportProgress) throws {
        let line: String
        switch progress {
        case .reading(let file, let bytes, let records):
            line = "\(file): \(records) records, \(bytes >> 20) MiB"
        case .committing: line = "putting everything in order"
        }
        try state.withLock { state in
            if state.isInterrupted { throw Interruption() }
            if case .committing = progress { state.isReading = false }
            let now = ContinuousClock.now
            if case .reading = progress, let shown = state.shown, now - shown < .milliseconds(100) { return }
            state.shown = now
            guard isTerminal else { return }
            state.hasProgress = true
            // To the line's beginning, and what is left of the former one away (ECMA-48, EL).
            Self.write("\r\(line)\u{1B}[K")
        }
    }

    func onProblem(_ bad: ImportReport.Problem) {
        state.withLock { state in
            state.complaints += 1
            guard state.complaints <= Self.most else { return }
            clear(&state)
            Self.write("\(bad.description.printable)\n")
        }
    }

    /// Says how many bad records were not named.
    func finish() {
        state.withLock { state in
            clear(&state)
            if state.complaints > Self.most { Self.write("and \(state.complaints - Self.most) more\n") }
        }
    }

    private func clear(_ state: inout State) {
        if state.hasProgress { Self.write("\r\u{1B}[K") }
        state.hasProgress = false
    }

    static func tellInterruption() { write("Interrupted. The archive is as it was.\n") }

    private static func write(_ text: String) {
        // Without anybody to read them, complaints are lost and the records are not.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
