import CZlib

/// Decompresses gzip (RFC 1952) with zlib.
package enum Gunzip {
    package struct Malformed: Error {}

    /// Returns the content of exactly one complete member.
    package static func decompress(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
        let member = try read(bytes)
        guard member.isComplete, member.count == bytes.count else { throw Malformed() }
        return member.content
    }

    /// Returns the content of a member without its end.
    package static func decompressPartial(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] { try read(bytes).content }

    private static func read(
        _ bytes: [UInt8]
    ) throws(Malformed) -> (content: [UInt8], isComplete: Bool, count: Int) {
        var stream = z_stream()
        guard heroes_gunzip_begin(&stream) == Z_OK else { throw Malformed() }
        defer { inflateEnd(&stream) }
        var (input, content) = (bytes, [UInt8]())
        let code = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            return Self.inflate(&stream, into: &content)
        }
        guard code == Z_STREAM_END || code == Z_OK || code == Z_BUF_ERROR else { throw Malformed() }
        return (content, code == Z_STREAM_END, bytes.count - Int(stream.avail_in))
    }

    private static func inflate(_ stream: inout z_stream, into content: inout [UInt8]) -> Int32 {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var code = Z_OK
        while code == Z_OK {
            code = buffer.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                return CZlib.inflate(&stream, Z_SYNC_FLUSH)
            }
            content += buffer[..<(buffer.count - Int(stream.avail_out))]
        }
        return code
    }
}
