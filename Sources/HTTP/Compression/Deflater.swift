import CZlib

/// zlib's compressor with its state of 268 kB; exclusive access.
struct Deflater: ~Copyable {
    // The state contains a pointer to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    /// Returns nil if there is no memory for it. The level is 1, fast, to 9, small.
    init?(level: Int32) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard heroes_deflate_begin(stream, level) == Z_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
        scratch = .allocate(capacity: 16 * 1024)
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        scratch.deallocate()
    }

    /// Appends the compressed bytes, which refer only to the history, the bytes right before them, and end at a byte
    /// boundary: they can be read at once. The last ones end the stream. Returns false for more than 4 GB, or if zlib
    /// fails.
    mutating func append(_ bytes: [UInt8], after history: [UInt8], to output: inout [UInt8], isLast: Bool) -> Bool {
        guard let count = UInt32(exactly: bytes.count), begin(after: history) else { return false }
        return bytes.withUnsafeBufferPointer { input in
            // zlib only reads the input, although its header has no const.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = count
            repeat {
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(scratch.count)
                let code = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                // Z_BUF_ERROR: nothing was left to do.
                guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return false }
                output += scratch[..<(scratch.count - Int(stream.pointee.avail_out))]
            } while stream.pointee.avail_out == 0
            return true
        }
    }

    private mutating func begin(after history: [UInt8]) -> Bool {
        guard deflateReset(stream) == Z_OK else { return false }
        if history.isEmpty { return true }
        let code = history.withUnsafeBufferPointer { deflateSetDictionary(stream, $0.baseAddress, UInt32($0.count)) }
        return code == Z_OK
    }
}
