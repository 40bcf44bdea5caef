import Foundation

/// The lines read from a pipe.
final class LineReader: Sendable {
    let lines: AsyncStream<String>
    let writingEnd: Int32
    private let readingEnd: Int32
    private let continuation: AsyncStream<String>.Continuation

    struct NoPipe: Error {
        let code: Int32
    }

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw NoPipe(code: errno) }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        (lines, continuation) = AsyncStream<String>.makeStream()
    }

    /// Reads until the child closes its end; the parent's writing end is closed at once.
    func start() {
        close(writingEnd)
        Thread.detachNewThread { [readingEnd, continuation] in
            let pipe = FileHandle(fileDescriptor: readingEnd, closeOnDealloc: true)
            var buffer = Data()
            while case let data = pipe.availableData, !data.isEmpty {
                buffer.append(data)
                while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: buffer[..<end], as: UTF8.self))
                    buffer = Data(buffer[(end + 1)...])
                }
            }
            continuation.finish()
        }
    }
}
