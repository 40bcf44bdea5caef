import Foundation
import Logging
import Synchronization

/// Writes lines with a thread of its own; who has a line only leaves it here, and never waits for whoever reads them.
final class AccessLog: Sendable {
    private struct State {
        var lines: [UInt8] = []
        /// Lines that nobody got to read since it was last said.
        var dropped = 0
        var said: ContinuousClock.Instant?
        var droppedEver = 0
        var isAsleep = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let waking = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)
    private let descriptor: Int32
    /// Bytes of lines that may wait.
    private let bound: Int
    private let logger: Logger

    /// Microseconds in which lines gather before they are written together.
    private static let gathering: UInt32 = 10_000
    /// Between two words of lost lines, which may be lost as often as any are written.
    private static let silence = Duration.seconds(10)

    init(descriptor: Int32 = STDOUT_FILENO, bound: Int = 1024 * 1024, logger: Logger) {
        (self.descriptor, self.bound, self.logger) = (descriptor, bound, logger)
        Thread.detachNewThread { [self] in writeOn() }
    }

    /// Takes a line with its end; drops it where too many wait already.
    func append(_ line: [UInt8]) {
        let wasAsleep = state.withLock { state in
            guard state.lines.count + line.count <= bound else {
                state.dropped += 1
                state.droppedEver += 1
                return false
            }
            state.lines += line
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { waking.signal() }
    }

    /// Lines that nobody got to read.
    var droppedLines: Int { state.withLock { $0.droppedEver } }

    /// Returns when all is written, or when nobody has taken it for a second.
    func stop() {
        let wasAsleep = state.withLock { state in
            state.isOver = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { waking.signal() }
        _ = end.wait(timeout: .now() + 1)
    }

    private func writeOn() {
        var lines: [UInt8] = []
        while true {
            let (isOver, dropped) = state.withLock { state in
                swap(&lines, &state.lines)
                state.isAsleep = lines.isEmpty && !state.isOver
                return (state.isOver, Self.toSay(&state, isLast: state.isOver && lines.isEmpty))
            }
            if dropped > 0 { logger.warning("lines of the access log were dropped", metadata: ["count": "\(dropped)"]) }
            if !lines.isEmpty {
                write(lines)
                lines.removeAll(keepingCapacity: true)
                if !isOver { usleep(Self.gathering) }
            } else if isOver {
                end.signal()
                return
            } else {
                waking.wait()
            }
        }
    }

    /// How many lost lines are to be told of now.
    private static func toSay(_ state: inout State, isLast: Bool) -> Int {
        let now = ContinuousClock.now
        if !isLast, let said = state.said, now - said < silence { return 0 }
        defer { state.dropped = 0 }
        if state.dropped > 0 { state.said = now }
        return state.dropped
    }

    private func write(_ lines: [UInt8]) {
        lines.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count < 0, errno != EINTR {
                    let lost = rest.count { $0 == UInt8(ascii: "\n") }
                    return state.withLock { state in
                        state.dropped += lost
                        state.droppedEver += lost
                    }
                }
            }
        }
    }
}
