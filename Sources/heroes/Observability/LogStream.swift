import Foundation
import Synchronization

/// A log written on its own queue, so that logging never waits for the reader. Lines that cannot be written are dropped
/// and counted.
final class LogStream: Sendable {
    private struct State {
        var lines: [UInt8] = []
        /// True if a write of the lines is queued.
        var isQueued = false
        var dropped = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "heroes.log")
    private let descriptor: Int32
    /// The limit on the bytes waiting to be written.
    private let byteLimit: Int

    /// The microseconds between writes, to write lines in batches.
    private static let batchInterval: UInt32 = 10_000

    init(descriptor: Int32, byteLimit: Int = 1024 * 1024) {
        (self.descriptor, self.byteLimit) = (descriptor, byteLimit)
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
            end.signal()
        }
        _ = end.wait(timeout: .now() + 1)
    }

    private func writeLines() {
        var remainder = state.withLock { state in
            defer { (state.lines, state.isQueued) = ([], false) }
            return state.lines[...]
        }
        while !remainder.isEmpty {
            let count = remainder.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                remainder = remainder.dropFirst(count)
            } else if count < 0, errno != EINTR {
                let dropped = remainder.count { $0 == UInt8(ascii: "\n") }
                return state.withLock { $0.dropped += dropped }
            }
        }
    }
}
