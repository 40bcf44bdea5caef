import Glibc

/// The error of a write to a connection that the client or the server has closed.
struct ConnectionEnded: Error {}

extension Connection {
    /// Shuts down the sending side and waits for the client to close its own.
    func closeGracefully() {
        guard !inputHasEnded, shutdown(socket, Int32(SHUT_WR)) == 0 else { return close() }
        phase = .lingering
        setPhaseTimeout(reactor.timeouts.linger)
        reactor.beginWaiting(self)
    }

    func timeOut() {
        reactor.shared.count { $0.countTimeout(of: self) }
        guard output.isEmpty else { return abort() }
        switch phase {
        case .reading where !parser.isIdle: reject(ParseError(.requestTimeout, "the request did not come in time"))
        case .responding: timeOutHandler()
        default: close()
        }
    }

    /// Lets the running request finish but starts no new one; closes an idle connection.
    func drain() {
        isPersistent = false
        guard phase == .reading, parser.isIdle, !hasUnread else { return }
        // A request may be in the socket's receive buffer.
        if needsInput { receive() }
        guard phase == .reading, parser.isIdle else { return }
        // Nothing was received and nothing is on its way, so there is no response to wait for.
        if output.isEmpty { return close() }
        phase = .closing
        reactor.setNeedsUpdate(self)
    }

    /// Closes the connection; resets it in the middle of a response that ends with the connection.
    func abort() {
        let needsReset = !isChunked && (isStreaming || !output.isEmpty)
        if needsReset { reset() } else { close() }
    }

    /// Resets the connection: if the end of the connection marks the end of the response, the client sees that it is
    /// incomplete.
    func reset() {
        var option = LingerOption(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<LingerOption>.size))
        close()
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        Glibc.close(socket)
        // A handler finishes what it began; a stream without a reader is cancelled.
        detachHandler(cancelling: isStreaming)
        output = Output()
        unread = []
        for writer in writers { writer.resume(throwing: ConnectionEnded()) }
        writers = []
        reactor.remove(self)
    }
}

private typealias LingerOption = Glibc.linger
