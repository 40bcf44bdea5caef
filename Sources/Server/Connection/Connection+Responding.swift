import Basics
import Glibc
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
        if incoming.isAsteriskForm { respond(with: Response(status: .noContent)) } else { enterGate(incoming) }
    }

    /// Runs the handler if the gate has a place for the request; otherwise the request waits for one, or is refused.
    private func enterGate(_ incoming: IncomingRequest) {
        guard let gate = reactor.shared.gate, let client = gate.client(incoming.request) else {
            return runHandler(admitted: nil)
        }
        let ticket = RequestLine.Ticket(client, reactor.loop, id, exchange)
        switch gate.enter(ticket) {
        case .running: runHandler(admitted: client)
        case .waiting(let displaced):
            self.ticket = ticket
            setPhaseTimeout(reactor.timeouts.handler)
            if let displaced { displaced.perform { $0.delayRefusal(of: displaced.client, .tooManyRequests) } }
        case .refused(let status): delayRefusal(of: client, status)
        }
    }

    /// Runs the handler in a separate task, since it may suspend. The place of a client that the gate admitted is free
    /// again when the last task has ended that the handler started.
    func runHandler(admitted client: RequestGate.Client?) {
        // Frees the place if the request has timed out in the meantime.
        let admission = client.flatMap { client in reactor.shared.gate.map { Admission($0, client) } }
        guard phase == .responding, let incoming else { return }
        ticket = nil
        setPhaseTimeout(reactor.timeouts.handler)
        reactor.runningTasks += 1
        let sink = ResponseSink(loop: reactor.loop, connection: id, exchange: exchange)
        let handler = reactor.shared.handler
        task = Task(executorPreference: reactor.loop) {
            await Admission.$current.withValue(admission) { await sink.respond(to: incoming, with: handler) }
        }
    }

    /// Refuses the request after a time. A client that asks again at once would otherwise use a processor for refusals;
    /// the time is random, so that many clients do not come back together.
    private func delayRefusal(of client: RequestGate.Client, _ status: HTTPResponse.Status) {
        (ticket, refusal) = (nil, (client, status))
        let delay = reactor.timeouts.refusal
        setPhaseTimeout(Int.random(in: delay...3 * delay))
    }

    /// Sends the refusal; the connection persists.
    func refuse(_ client: RequestGate.Client, _ status: HTTPResponse.Status) {
        refusal = nil
        guard let incoming else { return }
        let isReported = reactor.shared.gate?.reportsRefusal(at: reactor.now) ?? false
        respond(with: page(status, .gate(client: client.address, isReported: isReported), incoming.request))
    }

    /// Gives up the request's place at the gate.
    func leaveLine() {
        if let ticket { reactor.shared.gate?.withdraw(ticket) }
        ticket = nil
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
        send(response, isHead: false)
        reactor.setNeedsUpdate(self)
    }

    /// Sends a part of the body; resumes the writer when there is room for more.
    func write(_ bytes: [UInt8], _ writer: CheckedContinuation<Void, any Error>) {
        guard isStreaming else { return writer.resume(throwing: ConnectionEnded()) }
        setPhaseTimeout(reactor.timeouts.handler)
        // A chunk without bytes would be the last one.
        if !bytes.isEmpty {
            if isChunked { output.append(Array("\(String(bytes.count, radix: 16))\r\n".utf8)) }
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

    func reject(_ error: ParseError) { sendRefusal(error.status, .invalid(error.reason)) }

    /// Sends a response without a handler and closes the connection.
    func sendRefusal(_ status: HTTPResponse.Status, _ cause: Refusal.Cause) {
        isPersistent = false
        let page = page(status, cause, incoming?.request ?? parser.headRequest)
        let isHead = incoming?.isHead ?? parser.isHead
        send(page, isHead: isHead)
        incoming = nil
        phase = .closing
        reactor.setNeedsUpdate(self)
    }

    /// Sends 503 for a handler that takes too long, or aborts its stream.
    func timeOutHandler() {
        leaveLine()
        detachHandler(cancelling: true)
        guard !isStreaming else { return abortStream("the next part took too long") }
        sendRefusal(.serviceUnavailable, .handlerTimeout)
    }

    /// Sends 503 for a handler that is still running at the end of a stop.
    func refuseForStop() {
        guard phase == .responding, !isStreaming, incoming != nil else { return }
        leaveLine()
        detachHandler(cancelling: true)
        sendRefusal(.serviceUnavailable, .stopping)
    }

    private func page(_ status: HTTPResponse.Status, _ cause: Refusal.Cause, _ request: Request?) -> Response {
        let time = MonotonicTime.now.milliseconds - requestStart.milliseconds
        let refusal = Refusal(status, cause, request: request, peer: peer, milliseconds: time)
        return reactor.configuration.refusalPage?(refusal) ?? Response(plain: status)
    }

    /// Detaches a running handler, which continues without its connection.
    func detachHandler(cancelling: Bool) {
        guard let task else { return }
        if cancelling { task.cancel() }
        self.task = nil
        exchange += 1
        reactor.detachedHandlers += 1
        reactor.shared.openCount.wrappingAdd(1, ordering: .relaxed)
    }

    private func send(_ response: Response, isHead: Bool) {
        let isHTTP11 = incoming?.isHTTP11 ?? true
        reactor.headBytes.removeAll(keepingCapacity: true)
        response.appendHead(to: &reactor.headBytes)
        var body: [UInt8] = []
        switch response.body {
        case .bytes(let bytes) where response.status.hasContent && !isHead: body = bytes
        // An HTTP/1.0 client reads up to the end of the connection.
        case .stream where response.status.hasContent && isHTTP11:
            reactor.headBytes += "Transfer-Encoding: chunked\r\n".utf8
        default: break
        }
        transmit(body, isHTTP11: isHTTP11)
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
        // Reuses the buffers of the answered request for the next one.
        if var answered = incoming.take() { parser.reuse(answered.head.recycle()) }
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
}

extension Response {
    /// Creates a text response of one line with the status.
    fileprivate init(plain status: HTTPResponse.Status) {
        self.init(
            status: status, fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("\(status.code) \(status.reasonPhrase)\n".utf8)))
    }

    /// True if the handler requests the end of the connection.
    fileprivate var closesConnection: Bool { fields[.connection]?.lowercased() == "close" }
}

/// The Date field, formatted once a second.
struct DateField {
    private var second = -1
    private var line: [UInt8] = []

    mutating func bytes() -> [UInt8] {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        if time.tv_sec != second {
            second = time.tv_sec
            line = Array("Date: \(HTTPDate(secondsSince1970: second).text)\r\n".utf8)
        }
        return line
    }
}
