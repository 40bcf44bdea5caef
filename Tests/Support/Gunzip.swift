import CZlib

/// Reads gzip (RFC 1952) with zlib itself.
package enum Gunzip {
    package struct Malformed: Error {}

    /// The content of exactly one complete member.
    package static func decompress(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
        let read = try read(bytes)
        guard read.isComplete, read.count == bytes.count else { throw Malformed() }
        return read.content
    }

    /// What can be read of a member whose end is not there yet.
    package static func beginning(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] { try read(bytes).content }

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
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        var code = Z_OK
        while code == Z_OK {
            code = room.withUnsafeMutableBufferPointer { room in
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(room.count)
                return CZlib.inflate(&stream, Z_SYNC_FLUSH)
            }
            content += room[..<(room.count - Int(stream.avail_out))]
        }
        return code
    }
}
