import Glibc

/// One connection of a loopback upstream, from accept to close.
struct ScriptedConnection {
    private let descriptor: Int32
    private let log: TrafficLog
    private let script: LoopbackUpstream.Script

    init(_ descriptor: Int32, log: TrafficLog, script: @escaping LoopbackUpstream.Script) {
        self.descriptor = descriptor
        self.log = log
        self.script = script
    }

    func run() {
        var unread: [UInt8] = []
        while let request = nextRequest(&unread) {
            log.record(request)
            guard perform(script(request.target, request.head), for: request) else { break }
        }
        log.close(descriptor)
    }

    /// Returns nil if the client has disconnected.
    private func nextRequest(_ unread: inout [UInt8]) -> LoopbackUpstream.ReceivedRequest? {
        var end = Self.endOfHead(unread)
        while end == nil {
            guard receive(into: &unread) else { return nil }
            end = Self.endOfHead(unread)
        }
        guard let end else { return nil }
        let head = String(decoding: unread[..<end], as: UTF8.self)
        let length = Self.contentLength(head)
        while unread.count < end + length {
            guard receive(into: &unread) else { return nil }
        }
        let body = Array(unread[end..<(end + length)])
        unread.removeFirst(end + length)
        let target = head.split(separator: " ", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
        return LoopbackUpstream.ReceivedRequest(target: target, head: head, body: body)
    }

    private func receive(into unread: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        unread += chunk[..<count]
        return true
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        let delimiter = Array("\r\n\r\n".utf8)
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(delimiter) }.map { $0 + 4 }
    }

    private static func contentLength(_ head: String) -> Int {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "content-length" {
                return Int(parts[1].drop { $0 == " " }) ?? 0
            }
        }
        return 0
    }
}

extension ScriptedConnection {
    /// Returns false if the connection has to be closed.
    private func perform(_ reply: LoopbackUpstream.Reply, for request: LoopbackUpstream.ReceivedRequest) -> Bool {
        switch reply {
        case .response(let status, let headers, let body):
            return send(Self.message(status, headers, body, isHead: request.head.hasPrefix("HEAD ")))
        case .bytes(let bytes):
            _ = send(bytes)
            return false
        case .reset(let bytes):
            _ = send(bytes)
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        case .drip(let bytes, let seconds):
            for byte in bytes {
                guard send([byte]), staysConnected(after: seconds) else { return false }
            }
            return false
        case .silence:
            while staysConnected(after: 3600) {}
            return false
        case .after(let seconds, let reply):
            return staysConnected(after: seconds) && perform(reply, for: request)
        case .when(let gate, let reply):
            return staysConnected(after: 3600, or: gate) && perform(reply, for: request)
        }
    }

    private static func message(
        _ status: Int, _ headers: [(String, String)], _ body: [UInt8], isHead: Bool
    ) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Scripted\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let hasLength = headers.contains { ["content-length", "transfer-encoding"].contains($0.0.lowercased()) }
        if !hasLength && status != 204 && status != 304 { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (isHead ? [] : body)
    }

    private func send(_ bytes: [UInt8]) -> Bool { Socket.send(bytes, to: descriptor) }

    /// Linux's POLLRDHUP, which Glibc's headers define only with a feature macro.
    private static let peerClosed: Int16 = 0x2000

    /// Waits for the seconds, or until the gate opens; returns false if the client disconnects.
    private func staysConnected(after seconds: Double, or gate: Gate? = nil) -> Bool {
        var watched = [pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)]
        if let gate { watched.append(pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)) }
        _ = poll(&watched, nfds_t(watched.count), Int32(seconds * 1000))
        return watched[0].revents == 0
    }
}
