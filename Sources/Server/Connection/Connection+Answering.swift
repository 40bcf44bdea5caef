import HTTP
import HTTPTypes

extension Connection {
    /// Has the request answered; the next one is not looked at before.
    func start(_ incoming: consuming IncomingRequest) {
        phase = .answering
        exchange += 1
        keepsAlive = incoming.keepsAlive && reactor.draining == nil
        if incoming.content.isEmpty, !incoming.isAboutServer,
            let response = reactor.service.immediateHandler(incoming.head)
        {
            reactor.headBytes.removeAll(keepingCapacity: true)
            reactor.headBytes += response.head
            transmit(incoming.isHead ? [] : response.body, isVersion11: incoming.isVersion11)
            parser.reuse(incoming.head.recycle())
            return finishAnswer()
        }
        self.incoming = incoming
        if incoming.isAboutServer { answer(Response(status: .noContent)) } else { hand(incoming) }
    }

    /// Has a task of its own answer, which may wait for other things.
    private func hand(_ incoming: IncomingRequest) {
        limitPhase(to: reactor.limits.handler)
        reactor.runningTasks += 1
        let wayBack = WayBack(loop: reactor.loop, connection: id, exchange: exchange)
        let handler = reactor.service.handler
        task = Task(executorPreference: reactor.loop) { await wayBack.answer(incoming, by: handler) }
    }

    /// Sends an answer with its whole body.
    func answer(_ response: Response) {
        if keepsAlive, response.asksToClose { keepsAlive = false }
        send(response, isHead: incoming?.isHead ?? false)
        finishAnswer()
    }

    /// Sends the head of an answer whose body is made while it is sent.
    func beginStream(_ response: Response) {
        isStreaming = true
        limitPhase(to: reactor.limits.handler)
        isChunked = incoming?.isVersion11 ?? false
        if !isChunked || response.asksToClose { keepsAlive = false }
        send(head: response, isChunked ? .chunked : .untilClose)
        reactor.markChanged(self)
    }

    /// Sends a part of the body; the writer goes on when there is room for more.
    func write(_ bytes: [UInt8], _ writer: CheckedContinuation<Void, any Error>) {
        guard isStreaming else { return writer.resume(throwing: ConnectionEnded()) }
        limitPhase(to: reactor.limits.handler)
        // A chunk without bytes would be the last one.
        if !bytes.isEmpty {
            if isChunked {
                var size: [UInt8] = []
                size.append(hexadecimal: bytes.count)
                output.append(size + "\r\n".utf8)
            }
            output.append(bytes)
            if isChunked { output.append(Array("\r\n".utf8)) }
            reactor.markChanged(self)
        }
        if hasRoom { writer.resume() } else { writers.append(writer) }
    }

    func endStream() {
        if isChunked { output.append(Array("0\r\n\r\n".utf8)) }
        finishAnswer()
    }

    /// Ends the connection without the last chunk, so that the client sees that something is missing.
    func cutStream(_ reason: String) {
        reactor.service.log(.streamFailed(peer: peer, reason: reason))
        guard isChunked else { return abort() }
        keepsAlive = false
        finishAnswer()
    }

    /// Answers without a handler, says why in the log, and ends the connection.
    func refuse(_ refusal: Refusal) {
        reactor.service.log(.requestRefused(peer: peer, status: refusal.status.code, reason: refusal.reason))
        turnAway(refusal.status)
    }

    /// Answers without a handler and ends the connection.
    func turnAway(_ status: HTTPResponse.Status) {
        keepsAlive = false
        let page = reactor.configuration.errorPage?(status, incoming?.request ?? parser.headRequest)
        let isHead = incoming?.isHead ?? parser.isHead
        send(page ?? Response(plain: status), isHead: isHead)
        incoming = nil
        phase = .closing
        reactor.markChanged(self)
    }

    /// Answers for a handler that takes too long, or ends its stream.
    func giveUpHandler() {
        leaveHandler(cancelling: true)
        guard !isStreaming else { return cutStream("the next part took too long") }
        reactor.service.log(.handlerTimedOut(peer: peer, target: incoming?.request.target ?? ""))
        turnAway(.serviceUnavailable)
    }

    /// Lets a handler that still runs go on by itself. It counts as a connection until it comes back, since otherwise
    /// clients that ask and go could have any number of them run.
    func leaveHandler(cancelling: Bool) {
        guard let task else { return }
        if cancelling { task.cancel() }
        self.task = nil
        exchange += 1
        reactor.service.connectionCount.wrappingAdd(1, ordering: .relaxed)
    }

    private func send(_ response: Response, isHead: Bool) {
        guard response.status.isFinal else {
            reactor.service.log(.responseInvalid(status: response.status.code))
            return send(Response(plain: .internalServerError), isHead: isHead)
        }
        guard response.status.hasContent else {
            // Without a length, 205 would have content up to the connection's end (RFC 9112 section 6.3).
            return send(head: response, response.status == .resetContent ? .length(0) : .none)
        }
        switch response.body {
        case .bytes(let bytes): send(head: response, .length(bytes.count), body: isHead ? [] : bytes)
        case .stream:
            // Asked by HEAD: the body is not made, so nobody knows its length.
            let isVersion11 = incoming?.isVersion11 ?? false
            send(head: response, isVersion11 ? .chunked : .untilClose)
        }
    }

    private func send(head response: Response, _ framing: ResponseFraming, body: [UInt8] = []) {
        reactor.headBytes.removeAll(keepingCapacity: true)
        response.appendHead(to: &reactor.headBytes)
        reactor.headBytes.append(framing)
        transmit(body, isVersion11: incoming?.isVersion11 ?? true)
    }

    /// Sends the head that is made, with its end, and the body.
    private func transmit(_ body: [UInt8], isVersion11: Bool) {
        reactor.headBytes += reactor.dateField.bytes()
        if !keepsAlive {
            reactor.headBytes += "Connection: close\r\n".utf8
        } else if !isVersion11 {
            reactor.headBytes += "Connection: keep-alive\r\n".utf8
        }
        reactor.headBytes += "\r\n".utf8
        // The answers to requests that came together go together.
        if moreFollows {
            output.append(reactor.headBytes)
            output.append(body)
        } else {
            output.send(reactor.headBytes, body, to: socket)
        }
    }

    private func finishAnswer() {
        recycle()
        isStreaming = false
        exchange += 1
        if keepsAlive {
            phase = .reading
            limitPhase(to: reactor.limits.idle)
            reactor.beginWaiting(self)
        } else {
            phase = .closing
        }
        if !isSettled { reactor.markChanged(self) }
    }

    /// Takes the buffers of the answered request for the next one.
    private func recycle() {
        guard var answered = incoming.take() else { return }
        parser.reuse(answered.head.recycle())
    }
}
