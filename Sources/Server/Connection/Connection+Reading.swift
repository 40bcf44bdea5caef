import Glibc

extension Connection {
    func receive() {
        let count = reactor.received.withUnsafeMutableBytes { buffer in
            let count = recv(socket, buffer.baseAddress, buffer.count, 0)
            return count < 0 ? -Int(errno) : count
        }
        switch count {
        case 0: inputEnded()
        case 1...: phase == .lingering ? discard(count) : take(count)
        case -Int(EAGAIN), -Int(EINTR): break
        default: close()
        }
    }

    /// Goes on with requests that came together with an answered one.
    func readOn() {
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

    private func take(_ count: Int) {
        let received = reactor.received
        var index = 0
        parseAll(received.span.extracting(0..<count), from: &index)
        guard phase != .closing, index < count else { return }
        unread = Array(received[index..<count])
        reactor.markChanged(self)
    }

    /// Takes one request after the other, as long as each is answered promptly.
    private func parseAll(_ bytes: Span<UInt8>, from index: inout Int) {
        repeat { parse(bytes, from: &index) } while phase == .reading && index < bytes.count && hasRoom
    }

    private func parse(_ bytes: Span<UInt8>, from index: inout Int) {
        let wasIdle = parser.isIdle
        let hadHead = parser.hasHead
        switch parser.parse(bytes, &index) {
        case .request(let incoming):
            moreFollows = index < bytes.count
            start(incoming)
        case .refused(let refusal): refuse(refusal)
        case .incomplete:
            if !hadHead, parser.hasHead {
                limitPhase(to: reactor.limits.body)
            } else if wasIdle {
                limitPhase(to: reactor.limits.head)
                reactor.beginWaiting(self)
            }
            if parser.takeContinue() { output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            reactor.markChanged(self)
        }
    }

    /// The client sends no more, but may well read the answers to what it has sent.
    private func inputEnded() {
        inputHasEnded = true
        if phase == .lingering || parser.isIdle && output.isEmpty {
            close()
        } else if parser.isIdle {
            phase = .closing
        } else {
            refuse(.malformed("the request ended before it was complete"))
        }
    }

    private func discard(_ count: Int) {
        discarded += count
        if discarded > Self.discardLimit { close() }
    }

    /// Bytes after the last answer: a client that sends a large content first and reads then still gets its refusal.
    private static let discardLimit = 64 * 1024 * 1024
}
