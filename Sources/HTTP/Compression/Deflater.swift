import CZlib

/// zlib's compressor and its state of 268 kB; nothing else touches it.
struct Deflater: ~Copyable {
    // The state points back to it, so it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    /// Nil where there is no memory for it. The level is 1, quick, to 9, small.
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

    /// Appends the compressed bytes, which refer to nothing but the history, the bytes right before them, and end at a
    /// whole byte: they can be read at once. The last ones end the whole. False where there is more than 4 GB, or zlib
    /// fails.
    mutating func append(_ bytes: [UInt8], after history: [UInt8], to output: inout [UInt8], isLast: Bool) -> Bool {
        guard let count = UInt32(exactly: bytes.count), begin(after: history) else { return false }
        return bytes.withUnsafeBufferPointer { input in
            // zlib reads the input only, whatever its header says.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = count
            repeat {
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(scratch.count)
                let code = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                // That there was nothing left to do is no failure.
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
