import Foundation
import Synchronization

/// Writes lines with a thread of its own; who has a line only leaves it here, and never waits for whoever reads them.
final class LogStream: Sendable {
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
    private let tellDropped: @Sendable (Int) -> Void

    /// Microseconds in which lines gather before they are written together.
    private static let gathering: UInt32 = 10_000
    /// Between two words of lost lines, which may be lost as often as any are written.
    private static let silence = Duration.seconds(10)

    /// `tellDropped` gets the number of lines that were lost, now and then, on the thread of this stream.
    init(descriptor: Int32, bound: Int = 1024 * 1024, tellDropped: @escaping @Sendable (Int) -> Void) {
        (self.descriptor, self.bound, self.tellDropped) = (descriptor, bound, tellDropped)
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
        var hasSaidLast = false
        var isMidLine = false
        while true {
            let (isOver, dropped) = state.withLock { state in
                swap(&lines, &state.lines)
                state.isAsleep = lines.isEmpty && !state.isOver
                let isLast = state.isOver && lines.isEmpty && !hasSaidLast
                return (state.isOver, Self.toSay(&state, isLast: isLast))
            }
            if dropped > 0 { tellDropped(dropped) }
            if !lines.isEmpty {
                // What is left of a line whose end was lost stands alone.
                if isMidLine { isMidLine = write([UInt8(ascii: "\n")]) == 0 }
                let count = write(lines)
                if count > 0 { isMidLine = lines[count - 1] != UInt8(ascii: "\n") }
                noteLoss(of: lines[count...])
                lines.removeAll(keepingCapacity: true)
                if !isOver { usleep(Self.gathering) }
            } else if !isOver {
                waking.wait()
            } else if dropped == 0 || hasSaidLast {
                end.signal()
                return
            } else {
                // What was said may be a line of this stream.
                hasSaidLast = true
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

    private func noteLoss(of rest: ArraySlice<UInt8>) {
        let lost = rest.count { $0 == UInt8(ascii: "\n") }
        guard lost > 0 else { return }
        state.withLock { state in
            state.dropped += lost
            state.droppedEver += lost
        }
    }

    /// Returns how many bytes were taken before the first failure.
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
