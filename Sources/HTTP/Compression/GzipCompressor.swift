import CZlib
import Synchronization

/// Compresses content in the gzip format (RFC 1952), complete or part by part.
///
/// The state has 96 kB. A window of 16 kB makes pages 1 % larger than one of 32 kB, and a new state costs no page faults.
final class GzipCompressor: Sendable {
    struct Failure: Error {}

    // zlib's state contains a pointer to it, so it must not move.
    private let stream: Mutex<UnsafeMutablePointer<z_stream>>

    /// Throws if there is no memory. The level is 1, fast, to 9, small.
    init(level: Int32) throws(Failure) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard heroes_gzip_begin(stream, level) == Z_OK else {
            stream.deallocate()
            throw Failure()
        }
        self.stream = Mutex(stream)
    }

    deinit {
        stream.withLock { stream in
            deflateEnd(stream)
            stream.deallocate()
        }
    }

    /// Compresses the next part, which a client can read at once; the last one ends the content. Throws for more than 4
    /// GB, or if zlib fails.
    func compress(_ bytes: [UInt8], isLast: Bool = false) throws(Failure) -> [UInt8] {
        let output = stream.withLock { Self.deflate(bytes, isLast ? Z_FINISH : Z_SYNC_FLUSH, with: $0) }
        guard let output else { throw Failure() }
        return output
    }

    private static func deflate(
        _ bytes: [UInt8], _ flush: Int32, with stream: UnsafeMutablePointer<z_stream>
    ) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var output: [UInt8] = []
        return bytes.withUnsafeBufferPointer { input in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { scratch in
                // zlib only reads the input, although its header has no const.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = count
                repeat {
                    stream.pointee.next_out = scratch.baseAddress
                    stream.pointee.avail_out = UInt32(scratch.count)
                    // Z_BUF_ERROR: nothing was left to do.
                    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(CZlib.deflate(stream, flush)) else { return nil }
                    output += scratch[..<(scratch.count - Int(stream.pointee.avail_out))]
                } while stream.pointee.avail_out == 0
                return output
            }
        }
    }
}
