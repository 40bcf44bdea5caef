import Foundation
import Synchronization

/// A log written on its own queue, so that logging never waits for the reader.
final class LogStream: Sendable {
    private struct State {
        var lines: [UInt8] = []
        /// True if a write of the lines is queued.
        var isQueued = false
        var dropped = 0
        /// The number of dropped lines already reported.
        var reported = 0
        var lastReport: ContinuousClock.Instant?
        /// True if the last line was written only partly.
        var isMidLine = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "heroes.log")
    private let descriptor: Int32
    /// The limit on the bytes waiting to be written.
    private let byteLimit: Int
    private let reportDropped: @Sendable (Int) -> Void

    /// The microseconds between writes, to write lines in batches.
    private static let batchInterval: UInt32 = 10_000
    /// The minimum time between two reports of dropped lines.
    private let reportInterval: Duration

    /// `reportDropped` is called with the number of newly dropped lines, on the stream's queue.
    init(
        descriptor: Int32, byteLimit: Int = 1024 * 1024, reportInterval: Duration = .seconds(10),
        reportDropped: @escaping @Sendable (Int) -> Void
    ) {
        (self.descriptor, self.byteLimit) = (descriptor, byteLimit)
        (self.reportInterval, self.reportDropped) = (reportInterval, reportDropped)
    }

    /// Appends a line with its line break, or drops it if the limit is reached.
    func append(_ line: [UInt8]) {
        let isFirst = state.withLock { state in
            guard state.lines.count + line.count <= byteLimit else {
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
            usleep(Self.batchInterval)
        }
    }

    /// The number of dropped lines.
    var droppedLines: Int { state.withLock { $0.dropped } }

    /// Waits until all lines are written, at most one second.
    func stop() {
        let end = DispatchSemaphore(value: 0)
        queue.async { [self] in
            writeLines()
            report(isLast: true)
            // The report may add a line to this stream.
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
        // A partly written line gets its own line break.
        guard !lines.isEmpty, !isMidLine || write([UInt8(ascii: "\n")]) == 1 else { return drop(lines[...]) }
        let count = write(lines)
        state.withLock { $0.isMidLine = count > 0 && lines[count - 1] != UInt8(ascii: "\n") }
        drop(lines[count...])
    }

    private func drop(_ lines: ArraySlice<UInt8>) {
        let count = lines.count { $0 == UInt8(ascii: "\n") }
        state.withLock { $0.dropped += count }
    }

    private func report(isLast: Bool) {
        let count = state.withLock { state in
            let now = ContinuousClock.now
            let count = state.dropped - state.reported
            if !isLast, let last = state.lastReport, now - last < reportInterval { return 0 }
            if count > 0 { (state.reported, state.lastReport) = (state.dropped, now) }
            return count
        }
        if count > 0 { reportDropped(count) }
    }

    /// Returns the number of bytes written before the first error.
    private func write(_ lines: [UInt8]) -> Int {
        lines.withUnsafeBytes { bytes in
            var remainder = bytes[...]
            while !remainder.isEmpty {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: remainder).baseAddress, remainder.count)
                if count > 0 {
                    remainder = remainder.dropFirst(count)
                } else if count < 0, errno != EINTR {
                    break
                }
            }
            return bytes.count - remainder.count
        }
    }
}
