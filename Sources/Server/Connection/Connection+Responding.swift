import HTTP
import HTTPTypes

extension Connection {
    /// Starts to answer the request; the next one is parsed after that.
    func start(_ incoming: consuming IncomingRequest) {
        phase = .responding
        exchange += 1
        isPersistent = incoming.isPersistent && reactor.draining == nil
        if incoming.content.isEmpty, !incoming.isAsteriskForm,
            let response = reactor.shared.immediateHandler(incoming.head)
        {
            reactor.headBytes.removeAll(keepingCapacity: true)
            reactor.headBytes += response.head
            transmit(incoming.isHead ? [] : response.body, isHTTP11: incoming.isHTTP11)
            parser.reuse(incoming.head.recycle())
            return finishResponse()
        }
        self.incoming = incoming
        if incoming.isAsteriskForm { respond(with: Response(status: .noContent)) } else { runHandler(incoming) }
    }

    /// Runs the handler in a separate task, since it may suspend.
    private func runHandler(_ incoming: IncomingRequest) {
        setPhaseTimeout(reactor.timeouts.handler)
        reactor.runningTasks += 1
        let sink = ResponseSink(loop: reactor.loop, connection: id, exchange: exchange)
        let handler = reactor.shared.handler
        task = Task(executorPreference: reactor.loop) { await sink.respond(to: incoming, with: handler) }
    }

    /// Sends a response with its complete body.
    func respond(with response: Response) {
        if isPersistent, response.closesConnection { isPersistent = false }
        send(response, isHead: incoming?.isHead ?? false)
        finishResponse()
    }

    /// Sends the head of a response with a streamed body.
    func startStream(_ response: Response) {
        isStreaming = true
        setPhaseTimeout(reactor.timeouts.handler)
        isChunked = incoming?.isHTTP11 ?? false
        if !isChunked || response.closesConnection { isPersistent = false }
        send(head: response, isChunked ? .chunked : .untilClose)
        reactor.setNeedsUpdate(self)
    }

    /// Sends a part of the body; resumes the writer when there is room for more.
    func write(_ bytes: [UInt8], _ writer: CheckedContinuation<Void, any Error>) {
        guard isStreaming else { return writer.resume(throwing: ConnectionEnded()) }
        setPhaseTimeout(reactor.timeouts.handler)
        // A chunk without bytes would be the last one.
        if !bytes.isEmpty {
            if isChunked {
                var size: [UInt8] = []
                size.append(hexadecimal: bytes.count)
                output.append(size + "\r\n".utf8)
            }
            output.append(bytes)
            if isChunked { output.append(Array("\r\n".utf8)) }
            reactor.setNeedsUpdate(self)
        }
        if hasRoom { writer.resume() } else { writers.append(writer) }
    }

    func endStream() {
        if isChunked { output.append(Array("0\r\n\r\n".utf8)) }
        finishResponse()
    }

    /// Closes the connection without the last chunk, so that the client sees that the response is incomplete.
    func abortStream(_ reason: String) {
        reactor.shared.log(.streamFailed(peer: peer, reason: reason))
        guard isChunked else { return reset() }
        isPersistent = false
        finishResponse()
    }

    /// Logs the reason, sends an error response without a handler, and closes the connection.
    func reject(_ error: ParseError) {
        reactor.shared.log(.requestRejected(peer: peer, status: error.status.code, reason: error.reason))
        sendError(error.status)
    }

    /// Sends an error response without a handler and closes the connection.
    func sendError(_ status: HTTPResponse.Status) {
        isPersistent = false
        let page = reactor.configuration.errorPage?(status, incoming?.request ?? parser.headRequest)
        let isHead = incoming?.isHead ?? parser.isHead
        send(page ?? Response(plain: status), isHead: isHead)
        incoming = nil
        phase = .closing
        reactor.setNeedsUpdate(self)
    }

    /// Sends 503 for a handler that takes too long, or aborts its stream.
    func timeOutHandler() {
        detachHandler(cancelling: true)
        guard !isStreaming else { return abortStream("the next part took too long") }
        reactor.shared.log(.handlerTimedOut(peer: peer, target: incoming?.request.target ?? ""))
        sendError(.serviceUnavailable)
    }

    /// Lets a running handler continue without its connection. It counts as a connection until it returns, since
    /// otherwise clients that send requests and disconnect could have any number of them run.
    func detachHandler(cancelling: Bool) {
        guard let task else { return }
        if cancelling { task.cancel() }
        self.task = nil
        exchange += 1
        reactor.shared.connectionCount.wrappingAdd(1, ordering: .relaxed)
    }

    private func send(_ response: Response, isHead: Bool) {
        guard response.status.isFinal else {
            reactor.shared.log(.invalidResponse(status: response.status.code))
            return send(Response(plain: .internalServerError), isHead: isHead)
        }
        guard response.status.hasContent else {
            // Without a length, 205 would have content up to the connection's end (RFC 9112 section 6.3).
            return send(head: response, response.status == .resetContent ? .length(0) : .none)
        }
        switch response.body {
        case .bytes(let bytes): send(head: response, .length(bytes.count), body: isHead ? [] : bytes)
        case .stream:
            // For HEAD the body is not produced, so its length is unknown.
            let isHTTP11 = incoming?.isHTTP11 ?? false
            send(head: response, isHTTP11 ? .chunked : .untilClose)
        }
    }

    private func send(head response: Response, _ framing: ResponseFraming, body: [UInt8] = []) {
        reactor.headBytes.removeAll(keepingCapacity: true)
        response.appendHead(to: &reactor.headBytes)
        reactor.headBytes.append(framing)
        transmit(body, isHTTP11: incoming?.isHTTP11 ?? true)
    }

    /// Sends the prepared head, the fields of the connection, and the body.
    private func transmit(_ body: [UInt8], isHTTP11: Bool) {
        reactor.headBytes += reactor.dateField.bytes()
        if !isPersistent {
            reactor.headBytes += "Connection: close\r\n".utf8
        } else if !isHTTP11 {
            reactor.headBytes += "Connection: keep-alive\r\n".utf8
        }
        reactor.headBytes += "\r\n".utf8
        // Responses to pipelined requests are sent together.
        if isPipelined {
            output.append(reactor.headBytes)
            output.append(body)
        } else {
            output.send(reactor.headBytes, body, to: socket)
        }
    }

    private func finishResponse() {
        recycle()
        isStreaming = false
        exchange += 1
        if isPersistent {
            phase = .reading
            setPhaseTimeout(reactor.timeouts.idle)
            reactor.beginWaiting(self)
        } else {
            phase = .closing
        }
        if !isUpToDate { reactor.setNeedsUpdate(self) }
    }

    /// Reuses the buffers of the answered request for the next one.
    private func recycle() {
        guard var answered = incoming.take() else { return }
        parser.reuse(answered.head.recycle())
    }
}
