import Basics
import Glibc
import HTTP
import HTTPTypes

/// The connection of one client; used on its loop's thread only.
final class Connection {
    enum Phase {
        /// Waiting for a request or receiving one.
        case reading
        /// A handler has the request or is sending its response.
        case responding
        /// The last response is being sent.
        case closing
        /// The last response is sent; further input is discarded, since closing now could destroy the response on its
        /// way (RFC 9112 section 9.6).
        case lingering
        case closed
    }

    let id: ConnectionID
    let socket: Int32
    let peer: String
    /// Outlives its connections; unchecked, since it is used many times per request.
    unowned(unsafe) let reactor: Reactor
    /// True if it came over the limit and only gets a 503.
    var isRejected = false

    var phase = Phase.reading
    var parser: RequestParser
    /// The bytes received and not yet parsed: requests that follow the one being answered.
    var unread: [UInt8] = []
    var unreadStart = 0
    /// True if more bytes followed the request being answered.
    var isPipelined = false
    var inputHasEnded = false
    var discarded = 0

    var output = Output()
    var interest: Poller.Interest = .reading
    /// True if an update is scheduled for the end of the turn.
    var needsUpdate = false

    /// The number of the exchange, so that a late response finds that its request is no longer current.
    var exchange: UInt64 = 0
    var incoming: IncomingRequest?
    var task: Task<Void, Never>?
    /// The request's place in the line of the gate; nil if it does not wait there.
    var ticket: RequestLine.Ticket?
    /// The client and the status of the refusal at the end of the phase; nil if the request is not refused.
    var refusal: (client: RequestGate.Client, status: HTTPResponse.Status)?
    var isStreaming = false
    var isChunked = false
    var isPersistent = true
    /// The streams that wait for the client to read what was sent.
    var writers: [CheckedContinuation<Void, any Error>] = []

    /// The time of the request's first byte; of the connection before that.
    var requestStart: MonotonicTime
    /// The time by which the phase has to end.
    var phaseDeadline: MonotonicTime
    /// The time by which the client has to read enough of the output.
    var stallDeadline = MonotonicTime.never
    /// The bytes of output sent since that deadline was set.
    private var sentInTime = 0
    /// The time since which output is pending.
    private(set) var blockedSince = MonotonicTime.never
    /// The part of the loop's pending output that is this connection's.
    private var countedOutput = 0

    var deadline: MonotonicTime { output.isEmpty ? phaseDeadline : stallDeadline }

    init(id: ConnectionID, socket: Int32, peer: String, reactor: Reactor) {
        self.id = id
        self.socket = socket
        self.peer = peer
        self.reactor = reactor
        let configuration = reactor.configuration
        parser = RequestParser(
            limits: RequestParser.Limits(
                head: configuration.headLimit, fields: configuration.fieldLimit, content: configuration.bodyLimit),
            peer: peer)
        requestStart = reactor.now
        phaseDeadline = reactor.now + reactor.timeouts.idle
        reactor.scheduleCheck(at: phaseDeadline)
    }

    func handle(_ event: Poller.Event) {
        if event.isHangup { return close() }
        if event.isReadable {
            if needsInput {
                receive()
            } else if !isAtGate || !closeIfEnded() {
                change(interest.subtracting(.reading))
            }
        }
        if phase != .closed, !isUpToDate { reactor.setNeedsUpdate(self) }
    }

    /// Sends the output and then continues with what waited for it, at the end of the loop's turn.
    func update() {
        defer { countOutput() }
        guard phase != .closed, flush() else { return }
        if phase == .reading, hasRoom { parseUnread() }
        guard flush() else { return }
        if phase == .reading, hasUnread, hasRoom { reactor.setNeedsUpdate(self) }
        if phase == .closing, output.isEmpty { closeGracefully() }
        guard phase != .closed else { return }
        var wanted: Poller.Interest = output.isEmpty ? [] : .writing
        // Interest in reading stays on until an unwanted event, which saves two system calls per request.
        if needsInput || interest.contains(.reading) { wanted.insert(.reading) }
        change(wanted)
    }

    /// True if an update would change nothing: the connection waits for a request and has no output.
    var isUpToDate: Bool { phase == .reading && output.isEmpty && interest == .reading && !hasUnread }

    var needsInput: Bool {
        switch phase {
        case .reading: !inputHasEnded && !hasUnread && hasRoom
        case .lingering: true
        case .responding, .closing, .closed: false
        }
    }

    /// True if it may be closed in favour of a new connection at the limit: every complete request is answered and its
    /// response sent.
    var isWaiting: Bool {
        guard !isRejected, output.isEmpty else { return false }
        return switch phase {
        case .reading: !hasUnread
        case .lingering: true
        case .responding, .closing, .closed: false
        }
    }

    /// True if the request waits at the gate, or for its refusal.
    private var isAtGate: Bool { ticket != nil || refusal != nil }

    var hasUnread: Bool { unreadStart < unread.count }

    /// True if more may be added to the output, which keeps the output bounded.
    var hasRoom: Bool { output.count < reactor.configuration.outputLimit }

    func setPhaseTimeout(_ time: Int) {
        phaseDeadline = reactor.now + time
        reactor.scheduleCheck(at: phaseDeadline)
    }

    private func change(_ wanted: Poller.Interest) {
        guard wanted != interest else { return }
        interest = wanted
        do throws(SystemError) {
            try reactor.loop.poller.change(socket, key: id, wanted)
        } catch {
            close()
        }
    }

    /// Sends the output; returns false if the connection failed.
    private func flush() -> Bool {
        guard !output.isEmpty else { return true }
        switch output.send(to: socket) {
        case .done:
            stallDeadline = .never
            if phase == .reading { reactor.beginWaiting(self) }
        case .blocked(let sent):
            sentInTime += sent
            let isNew = stallDeadline == .never
            if isNew { blockedSince = reactor.now }
            if isNew || sentInTime >= reactor.configuration.readMinimum {
                sentInTime = 0
                stallDeadline = reactor.now + reactor.timeouts.write
                reactor.scheduleCheck(at: stallDeadline)
            }
        case .failed:
            close()
            return false
        }
        if hasRoom { resumeWriters() }
        return true
    }

    private func countOutput() {
        reactor.pendingOutput += output.count - countedOutput
        countedOutput = output.count
    }

    private func resumeWriters() {
        guard !writers.isEmpty else { return }
        // The writers waited for the client, not for the handler.
        setPhaseTimeout(reactor.timeouts.handler)
        for writer in writers { writer.resume() }
        writers = []
    }
}

extension Connection {
    /// Shuts down the sending side and waits for the client to close its own.
    func closeGracefully() {
        guard !inputHasEnded, shutdown(socket, Int32(SHUT_WR)) == 0 else { return close() }
        phase = .lingering
        setPhaseTimeout(reactor.timeouts.linger)
        reactor.beginWaiting(self)
    }

    func timeOut() {
        if output.isEmpty, let refusal { return refuse(refusal.client, refusal.status) }
        let isIdle = phase == .reading && parser.isIdle && output.isEmpty
        if isIdle, reactor.draining != nil { return closeIfIdle() }
        reactor.shared.count { $0.countTimeout(of: self) }
        guard output.isEmpty else { return abort() }
        switch phase {
        case .reading where !parser.isIdle: reject(ParseError(.requestTimeout, "the request did not come in time"))
        case .responding: timeOutHandler()
        default: close()
        }
    }

    /// Ends the connection after its running request; an idle one after the grace, since a request may be on its way.
    func drain() {
        isPersistent = false
        guard phase == .reading, parser.isIdle, !hasUnread else { return }
        guard output.isEmpty else {
            phase = .closing
            return reactor.setNeedsUpdate(self)
        }
        reactor.timeouts.grace > 0 ? setPhaseTimeout(reactor.timeouts.grace) : closeIfIdle()
    }

    /// Closes the connection unless a request is in the socket's receive buffer.
    private func closeIfIdle() {
        if needsInput { receive() }
        if phase == .reading, parser.isIdle { close() }
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
        leaveLine()
        // A handler finishes what it began; a stream without a reader is cancelled.
        detachHandler(cancelling: isStreaming)
        output = Output()
        countOutput()
        unread = []
        for writer in writers { writer.resume(throwing: ConnectionEnded()) }
        writers = []
        reactor.remove(self)
    }
}

/// The error of a write to a connection that the client or the server has closed.
struct ConnectionEnded: Error {}

private typealias LingerOption = Glibc.linger
