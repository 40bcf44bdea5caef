import Glibc

/// The bytes that wait to be sent to a socket.
struct Output {
    enum Progress: Equatable {
        /// Everything is sent.
        case done
        /// More is to be sent when the socket is writable; `sent` bytes were sent.
        case blocked(sent: Int)
        case failed
    }

    /// Parts up to this many bytes are copied together, since each array costs more than its bytes.
    private static let copyLimit = 4096
    /// The bytes sent to one socket before others have their turn.
    private static let turnLimit = 256 * 1024

    private var parts: [[UInt8]] = []
    /// The number of bytes of the first part that are sent.
    private var offset = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        if let last = parts.indices.last, parts[last].count + bytes.count <= Self.copyLimit {
            parts[last] += bytes
        } else {
            parts.append(bytes)
        }
    }

    /// Sends a head and a body with one call if nothing waits before them; queues what the socket does not accept.
    mutating func send(_ head: [UInt8], _ body: [UInt8], to socket: Int32) {
        guard isEmpty else { return append(head, body) }
        var sent = Self.send(head, body, to: socket)
        // A failure is reported again by the next send.
        if sent < 0 { sent = 0 }
        guard sent < head.count + body.count else { return }
        append(head, body)
        removeFirst(sent)
    }

    private mutating func append(_ head: [UInt8], _ body: [UInt8]) {
        append(head)
        append(body)
    }

    /// Returns the number of bytes sent, negative if none was.
    private static func send(_ head: [UInt8], _ body: [UInt8], to socket: Int32) -> Int {
        head.withUnsafeBytes { head in
            // For one buffer, send costs the kernel less than sendmsg.
            if body.isEmpty { return Glibc.send(socket, head.baseAddress, head.count, Int32(MSG_NOSIGNAL)) }
            return body.prefix(turnLimit).withUnsafeBytes { body in
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

    /// Sends until everything is sent, the socket is full, or it is the turn of others.
    mutating func send(to socket: Int32) -> Progress {
        var total = 0
        while let part = parts.first, total < Self.turnLimit {
            // The last part completes the packet.
            let flags = Int32(parts.count > 1 ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL)
            let sent = part.withUnsafeBytes { bytes in
                let remainder = UnsafeRawBufferPointer(rebasing: bytes[offset...].prefix(Self.turnLimit))
                return Glibc.send(socket, remainder.baseAddress, remainder.count, flags)
            }
            if sent >= 0 {
                total += sent
                removeFirst(sent)
            } else if errno == EAGAIN {
                return .blocked(sent: total)
            } else if errno != EINTR {
                return .failed
            }
        }
        return isEmpty ? .done : .blocked(sent: total)
    }

    private mutating func removeFirst(_ sent: Int) {
        count -= sent
        var end = offset + sent
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
    /// Points at bytes that are only read.
    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
