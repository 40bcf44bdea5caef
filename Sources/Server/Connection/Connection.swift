import Basics
import Glibc
import HTTP

/// One client's connection; touched on its loop's thread alone.
final class Connection {
    enum Phase {
        /// A request is awaited or coming.
        case reading
        /// A handler has the request, or is sending its answer.
        case answering
        /// The last answer is being sent.
        case closing
        /// The last answer is sent; what still comes is thrown away, since closing now could destroy it on its way
        /// (RFC 9112 section 9.6).
        case lingering
        case closed
    }

    let id: ConnectionID
    let socket: Int32
    let peer: String
    /// Outlives its connections; unchecked, since it is asked many times a request.
    unowned(unsafe) let reactor: Reactor
    /// Whether it came over the limit and is only told so.
    var isTurnedAway = false

    var phase = Phase.reading
    var parser: RequestParser
    /// Received and not yet parsed: requests that follow the one being answered.
    var unread: [UInt8] = []
    var unreadStart = 0
    /// Whether the request being answered came together with more.
    var moreFollows = false
    var inputHasEnded = false
    var discarded = 0

    var output = Output()
    var interest: Poller.Interest = .reading
    /// Waits for settling at the end of the turn.
    var isChanged = false

    /// Counts the requests, so that who answers late finds that another is being answered.
    var exchange: UInt64 = 0
    var incoming: IncomingRequest?
    var task: Task<Void, Never>?
    var isStreaming = false
    var isChunked = false
    var keepsAlive = true
    /// Streams that wait for the client to take what was sent.
    var writers: [CheckedContinuation<Void, any Error>] = []

    /// Since when it has waited for a request, or for the rest of one.
    var waitingSince: MonotonicTime

    /// By when the phase has to end.
    var phaseDeadline: MonotonicTime
    /// By when the client has to take some of the output.
    var stallDeadline = MonotonicTime.never

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
        waitingSince = reactor.now
        phaseDeadline = reactor.now + reactor.limits.idle
        reactor.watch(phaseDeadline)
    }

    func handle(_ event: Poller.Event) {
        if event.isOver { return close() }
        if event.isReadable {
            if needsInput { receive() } else { change(interest.subtracting(.reading)) }
        }
        if phase != .closed, !isSettled { reactor.markChanged(self) }
    }

    /// Sends what is to be sent and then goes on with what waited for it, at the end of the loop's turn.
    func settle() {
        guard phase != .closed, flush() else { return }
        if phase == .reading, hasRoom { readOn() }
        guard flush() else { return }
        if phase == .reading, hasUnread, hasRoom { reactor.markChanged(self) }
        if phase == .closing, output.isEmpty { linger() }
        guard phase != .closed else { return }
        var wanted: Poller.Interest = output.isEmpty ? [] : .writing
        // Reading is left on until it disturbs, which spares two system calls a request.
        if needsInput || interest.contains(.reading) { wanted.insert(.reading) }
        change(wanted)
    }

    /// Whether settling would change nothing: the next request is awaited and nothing is left to be sent.
    var isSettled: Bool { phase == .reading && output.isEmpty && interest == .reading && !hasUnread }

    var needsInput: Bool {
        switch phase {
        case .reading: !inputHasEnded && !hasUnread && hasRoom
        case .lingering: true
        case .answering, .closing, .closed: false
        }
    }

    /// Whether it may be ended in favour of a new connection at the limit: no whole request has come that is not answered
    /// and sent.
    var isWaiting: Bool {
        guard !isTurnedAway, output.isEmpty else { return false }
        return switch phase {
        case .reading: !hasUnread
        case .lingering: true
        case .answering, .closing, .closed: false
        }
    }

    var hasUnread: Bool { unreadStart < unread.count }

    /// Whether more may be added to the output, which so stays bounded.
    var hasRoom: Bool { output.count < reactor.configuration.outputBound }

    func limitPhase(to time: Int) {
        phaseDeadline = reactor.now + time
        reactor.watch(phaseDeadline)
    }

    private func change(_ wanted: Poller.Interest) {
        guard wanted != interest else { return }
        interest = wanted
        do throws(SystemError) {
            try reactor.loop.poller.change(socket, key: id.key, wanted)
        } catch {
            close()
        }
    }

    /// Sends; false where the connection failed.
    private func flush() -> Bool {
        guard !output.isEmpty else { return true }
        switch output.send(to: socket) {
        case .done:
            stallDeadline = .never
            if phase == .reading { reactor.beginWaiting(self) }
        case .blocked(let sent):
            if sent > 0 || stallDeadline == .never {
                stallDeadline = reactor.now + reactor.limits.writeStall
                reactor.watch(stallDeadline)
            }
        case .failed:
            close()
            return false
        }
        if hasRoom { resumeWriters() }
        return true
    }

    private func resumeWriters() {
        guard !writers.isEmpty else { return }
        // It was the client that kept them waiting.
        limitPhase(to: reactor.limits.handler)
        for writer in writers { writer.resume() }
        writers = []
    }
}
