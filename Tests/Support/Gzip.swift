import CZlib

/// Compresses to gzip (RFC 1952) with zlib.
package enum Gzip {
    /// Returns the content as one member; nil if zlib fails.
    package static func compress(_ content: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let begun = deflateInit2_(
            &stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var (input, output) = (content, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count)))))
        let code = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        return code == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
    }
}
