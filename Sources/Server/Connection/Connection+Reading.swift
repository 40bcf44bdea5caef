import Glibc

extension Connection {
    func receive() {
        let count = reactor.receiveBuffer.withUnsafeMutableBytes { buffer in
            let count = recv(socket, buffer.baseAddress, buffer.count, 0)
            return count < 0 ? -Int(errno) : count
        }
        switch count {
        case 0: inputEnded()
        case 1...: phase == .lingering ? discard(count) : parseReceived(count)
        case -Int(EAGAIN), -Int(EINTR): break
        default: close()
        }
    }

    /// Continues with the requests that arrived together with an answered one.
    func parseUnread() {
        guard hasUnread else { return }
        let bytes = unread
        var index = unreadStart
        parseAll(bytes.span, from: &index)
        unreadStart = index
        if phase == .closing || !hasUnread {
            unread = []
            unreadStart = 0
        }
    }

    private func parseReceived(_ count: Int) {
        let buffer = reactor.receiveBuffer
        var index = 0
        parseAll(buffer.span.extracting(0..<count), from: &index)
        guard phase != .closing, index < count else { return }
        unread = Array(buffer[index..<count])
        reactor.setNeedsUpdate(self)
    }

    /// Parses one request after the other, as long as each is answered immediately.
    private func parseAll(_ bytes: Span<UInt8>, from index: inout Int) {
        repeat { parse(bytes, from: &index) } while phase == .reading && index < bytes.count && hasRoom
    }

    private func parse(_ bytes: Span<UInt8>, from index: inout Int) {
        let wasIdle = parser.isIdle
        if wasIdle { requestStart = reactor.now }
        let hadHead = parser.hasHead
        switch parser.parse(bytes, &index) {
        case .request(let incoming):
            isPipelined = index < bytes.count
            start(incoming)
        case .failed(let error): reject(error)
        case .incomplete:
            if !hadHead, parser.hasHead {
                setPhaseTimeout(reactor.timeouts.body)
            } else if wasIdle {
                setPhaseTimeout(reactor.timeouts.head)
                reactor.beginWaiting(self)
            }
            if parser.consumeContinue() { output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            reactor.setNeedsUpdate(self)
        }
    }

    /// Handles the end of the client's sending side; the client may still read the responses to what it has sent.
    private func inputEnded() {
        inputHasEnded = true
        if phase == .lingering || parser.isIdle && output.isEmpty {
            close()
        } else if parser.isIdle {
            phase = .closing
        } else {
            reject(.malformed("the request ended before it was complete"))
        }
    }

    /// Closes the connection if its client has ended it, which a request that waits takes for the end of interest in the
    /// response; returns false if there is more input.
    func closeIfEnded() -> Bool {
        var byte: UInt8 = 0
        guard recv(socket, &byte, 1, Int32(MSG_PEEK)) == 0 else { return false }
        close()
        return true
    }

    private func discard(_ count: Int) {
        discarded += count
        if discarded > Self.discardLimit { close() }
    }

    /// The limit of bytes discarded after the last response: a client that sends a large content before it reads still
    /// gets its error response.
    private static let discardLimit = 64 * 1024 * 1024
}
