import CZlib

/// Decompresses gzip (RFC 1952) piece by piece, and detects a truncated stream, which libcurl 7.88 accepts as complete.
final class Inflater {
    /// The error of bytes that are not gzip.
    struct Failure: Error {
        let text: String
    }

    /// True if every member is complete.
    private(set) var isBetweenMembers = true
    /// At a fixed address, which zlib checks.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    private var output = [UInt8](repeating: 0, count: 32 * 1024)

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady = heroes_gunzip_begin(stream) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Decompresses the bytes; returns false if `body` did.
    func inflate(_ bytes: UnsafeRawBufferPointer, to body: (UnsafeRawBufferPointer) -> Bool) throws(Failure) -> Bool {
        guard isReady else { throw Failure(text: "zlib is out of memory") }
        // zlib only reads the input, but its field is not const.
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        stream.pointee.next_in = start?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { stream.pointee.next_in = nil }
        var hasBufferSpace = false
        while stream.pointee.avail_in > 0 || !hasBufferSpace {
            if isBetweenMembers {
                guard stream.pointee.avail_in > 0 else { break }
                inflateReset(stream)
                isBetweenMembers = false
            }
            let code = output.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                return CZlib.inflate(stream, Z_NO_FLUSH)
            }
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw failure(code) }
            hasBufferSpace = stream.pointee.avail_out > 0
            isBetweenMembers = code == Z_STREAM_END
            let count = output.count - Int(stream.pointee.avail_out)
            guard count == 0 || output.withUnsafeBytes({ body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
                return false
            }
        }
        return true
    }

    private func failure(_ code: Int32) -> Failure {
        let message = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)"
        return Failure(text: "cannot decompress the body: \(message)")
    }
}
