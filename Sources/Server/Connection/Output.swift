import Glibc

/// Bytes that wait for a socket to take them.
struct Output {
    enum Progress: Equatable {
        /// All is sent.
        case done
        /// Some is left; `sent` bytes went.
        case blocked(sent: Int)
        case failed
    }

    /// Parts up to this many bytes are copied together, since each array costs more than its bytes.
    private static let copyBound = 4096
    private static let batch = 8

    private var parts: [[UInt8]] = []
    /// How much of the first part is sent.
    private var offset = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        if let last = parts.indices.last, parts[last].count + bytes.count <= Self.copyBound {
            parts[last] += bytes
        } else {
            parts.append(bytes)
        }
    }

    /// Sends a head and a body at once where nothing waits before them; what the socket does not take waits.
    mutating func send(_ head: [UInt8], _ body: [UInt8], to socket: Int32) {
        guard isEmpty else { return append(head, body) }
        var taken = Self.send(head, body, to: socket)
        // A failure shows again where it is dealt with.
        if taken < 0 { taken = 0 }
        guard taken < head.count + body.count else { return }
        append(head, body)
        drop(taken)
    }

    private mutating func append(_ head: [UInt8], _ body: [UInt8]) {
        append(head)
        append(body)
    }

    /// How many bytes the socket took; negative where it took none.
    private static func send(_ head: [UInt8], _ body: [UInt8], to socket: Int32) -> Int {
        head.withUnsafeBytes { head in
            // One piece takes the kernel less than a message of one.
            if body.isEmpty { return Glibc.send(socket, head.baseAddress, head.count, Int32(MSG_NOSIGNAL)) }
            return body.withUnsafeBytes { body in
                withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors in
                    vectors[0] = iovec(head)
                    vectors[1] = iovec(body)
                    var message = msghdr()
                    message.msg_iov = vectors.baseAddress
                    message.msg_iovlen = 2
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Sends until all is gone or the socket takes no more.
    mutating func send(to socket: Int32) -> Progress {
        var total = 0
        while !isEmpty {
            let taken = sendBatch(to: socket)
            switch taken {
            case 0...:
                total += taken
                drop(taken)
            case -Int(EINTR): continue
            case -Int(EAGAIN): return .blocked(sent: total)
            default: return .failed
            }
        }
        return .done
    }

    /// How many bytes the socket took, or the negative `errno`.
    private func sendBatch(to socket: Int32) -> Int {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.batch) { vectors in
            gather(0, into: vectors) { count in
                var message = msghdr()
                message.msg_iov = vectors.baseAddress
                message.msg_iovlen = count
                let taken = sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                return taken < 0 ? -Int(errno) : taken
            }
        }
    }

    /// Points one vector at each part, the innermost call having all of them in place.
    private func gather(
        _ index: Int, into vectors: UnsafeMutableBufferPointer<iovec>, _ body: (Int) -> Int
    ) -> Int {
        guard index < parts.count, index < vectors.count else { return body(index) }
        return parts[index].withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(index == 0 ? offset : 0)...])
            vectors[index] = iovec(rest)
            return gather(index + 1, into: vectors, body)
        }
    }

    private mutating func drop(_ taken: Int) {
        count -= taken
        var end = offset + taken
        var finished = 0
        while finished < parts.count, end >= parts[finished].count {
            end -= parts[finished].count
            finished += 1
        }
        offset = end
        parts.removeFirst(finished)
        if parts.isEmpty { parts = [] }
    }
}

extension iovec {
    /// Bytes that are only read.
    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
