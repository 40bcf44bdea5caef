import Foundation
import Synchronization

/// A log that is written on a queue of its own, so that a line never waits for the log's reader.
final class LogStream: Sendable {
    private struct State {
        var lines: [UInt8] = []
        /// Whether a write that will take the lines is queued.
        var isQueued = false
        var dropped = 0
        /// The part of the dropped lines that was reported.
        var reported = 0
        var lastReport: ContinuousClock.Instant?
        /// Whether the end of the last line that was written is lost.
        var isMidLine = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "heroes.log")
    private let descriptor: Int32
    /// The limit on the bytes of lines that wait.
    private let bound: Int
    private let reportDropped: @Sendable (Int) -> Void

    /// Microseconds in which lines gather before they are written together.
    private static let gathering: UInt32 = 10_000
    /// The time between two reports of dropped lines, of which every write may have some.
    private static let reportInterval = Duration.seconds(10)

    /// `reportDropped` gets the number of dropped lines now and then, on the queue of this stream.
    init(descriptor: Int32, bound: Int = 1024 * 1024, reportDropped: @escaping @Sendable (Int) -> Void) {
        (self.descriptor, self.bound, self.reportDropped) = (descriptor, bound, reportDropped)
    }

    /// Appends a line with its end, or drops it if too many wait.
    func append(_ line: [UInt8]) {
        let isFirst = state.withLock { state in
            guard state.lines.count + line.count <= bound else {
                state.dropped += 1
                return false
            }
            state.lines += line
            defer { state.isQueued = true }
            return !state.isQueued
        }
        guard isFirst else { return }
        queue.async { [self] in
            writeLines()
            report(isLast: false)
            usleep(Self.gathering)
        }
    }

    /// The number of lines that were not written.
    var droppedLines: Int { state.withLock { $0.dropped } }

    /// Returns when all is written, or after a second without a reader.
    func stop() {
        let end = DispatchSemaphore(value: 0)
        queue.async { [self] in
            writeLines()
            report(isLast: true)
            // The report may be a line of this stream.
            writeLines()
            end.signal()
        }
        _ = end.wait(timeout: .now() + 1)
    }

    private func writeLines() {
        let (lines, isMidLine) = state.withLock { state in
            defer { (state.lines, state.isQueued) = ([], false) }
            return (state.lines, state.isMidLine)
        }
        // The rest of a line whose end is lost stands alone.
        guard !lines.isEmpty, !isMidLine || write([UInt8(ascii: "\n")]) == 1 else { return drop(lines[...]) }
        let count = write(lines)
        state.withLock { $0.isMidLine = count > 0 && lines[count - 1] != UInt8(ascii: "\n") }
        drop(lines[count...])
    }

    private func drop(_ rest: ArraySlice<UInt8>) {
        let count = rest.count { $0 == UInt8(ascii: "\n") }
        state.withLock { $0.dropped += count }
    }

    private func report(isLast: Bool) {
        let count = state.withLock { state in
            let now = ContinuousClock.now
            let count = state.dropped - state.reported
            if !isLast, let last = state.lastReport, now - last < Self.reportInterval { return 0 }
            if count > 0 { (state.reported, state.lastReport) = (state.dropped, now) }
            return count
        }
        if count > 0 { reportDropped(count) }
    }

    /// Returns the number of bytes that were written before the first failure.
    private func write(_ lines: [UInt8]) -> Int {
        lines.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count < 0, errno != EINTR {
                    break
                }
            }
            return bytes.count - rest.count
        }
    }
}
