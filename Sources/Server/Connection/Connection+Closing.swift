import Glibc

/// The client has gone, or the server has stopped.
struct ConnectionEnded: Error {}

extension Connection {
    /// Ends the answers and waits a little for the client to end its side.
    func linger() {
        guard !inputHasEnded, shutdown(socket, Int32(SHUT_WR)) == 0 else { return close() }
        phase = .lingering
        limitPhase(to: reactor.limits.linger)
        reactor.beginWaiting(self)
    }

    func deadlineIsOver() {
        reactor.service.count { $0.countTimeout(of: self) }
        guard output.isEmpty else { return cut() }
        switch phase {
        case .reading where !parser.isIdle: refuse(Refusal(.requestTimeout, "the request did not come in time"))
        case .answering: giveUpHandler()
        default: close()
        }
    }

    /// The server is to stop: what runs may finish, but nothing new begins.
    func drain() {
        keepsAlive = false
        guard phase == .reading, parser.isIdle, !hasUnread else { return }
        // A request may have come that was not looked at yet.
        if needsInput { receive() }
        guard phase == .reading, parser.isIdle else { return }
        // Nothing was received and nothing is on its way, so there is no answer to wait for.
        if output.isEmpty { return close() }
        phase = .closing
        reactor.markChanged(self)
    }

    /// Ends the connection, which may be in the middle of an answer.
    func cut() {
        let mayEndAnswer = !isChunked && (isStreaming || !output.isEmpty)
        if mayEndAnswer { abort() } else { close() }
    }

    /// Resets the connection: where only its end marks the end of the answer, the client sees that this is not it.
    func abort() {
        var option = LingerOption(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<LingerOption>.size))
        close()
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        Glibc.close(socket)
        // A handler finishes what it began, but nobody waits for a stream.
        leaveHandler(cancelling: isStreaming)
        output = Output()
        unread = []
        for writer in writers { writer.resume(throwing: ConnectionEnded()) }
        writers = []
        reactor.remove(self)
    }
}

private typealias LingerOption = Glibc.linger
