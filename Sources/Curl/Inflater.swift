import CZlib

/// Undoes gzip (RFC 1952) piece by piece, and knows whether the last piece was the end: libcurl 7.88 takes half a
/// stream for a whole one.
final class Inflater {
    /// Why bytes are no gzip.
    struct Failure: Error {
        let text: String
    }

    /// Whether everything begun is ended and nothing is missing.
    private(set) var isBetweenMembers = true
    /// At an address of its own, by which zlib knows it again.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    private var room = [UInt8](repeating: 0, count: 32 * 1024)

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady = heroes_gunzip_begin(stream) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Hands on what the bytes hold; false where that was not taken.
    func inflate(_ bytes: UnsafeRawBufferPointer, to take: (UnsafeRawBufferPointer) -> Bool) throws(Failure) -> Bool {
        guard isReady else { throw Failure(text: "zlib has no memory") }
        // zlib only reads from there, but its field is not const.
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        stream.pointee.next_in = start?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { stream.pointee.next_in = nil }
        var isRoomLeft = false
        while stream.pointee.avail_in > 0 || !isRoomLeft {
            if isBetweenMembers {
                guard stream.pointee.avail_in > 0 else { break }
                inflateReset(stream)
                isBetweenMembers = false
            }
            let code = room.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                return CZlib.inflate(stream, Z_NO_FLUSH)
            }
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw failure(code) }
            isRoomLeft = stream.pointee.avail_out > 0
            isBetweenMembers = code == Z_STREAM_END
            let count = room.count - Int(stream.pointee.avail_out)
            guard count == 0 || room.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
                return false
            }
        }
        return true
    }

    private func failure(_ code: Int32) -> Failure {
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(code)"
        return Failure(text: "the compressed body cannot be read: \(words)")
    }
}
