import Foundation
import Support

/// A minimal HTTP/2 server (RFC 9113) behind a TLS server: it waits for `count` requests on one connection, and answers
/// the last one first.
final class HTTP2Server: Sendable {
    private let server: TLSServer

    private enum Kind {
        static let data: UInt8 = 0, headers: UInt8 = 1, settings: UInt8 = 4
    }

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    init(respondingAfter count: Int) throws {
        server = try TLSServer(name: "IP:127.0.0.1", "-naccept 1 -alpn h2")
        Thread.detachNewThread { [server] in Self.serve(server, count) }
    }

    deinit { server.stop() }

    var url: String { server.url }
    var certificate: String { server.certificate }

    private static func serve(_ server: TLSServer, _ count: Int) {
        var unread: [UInt8] = []
        var streams: [ArraySlice<UInt8>] = []
        var hasBegun = false
        while case let bytes = server.read(), !bytes.isEmpty {
            unread += bytes
            if !hasBegun, let start = unread.firstRange(of: preface)?.upperBound {
                unread.removeFirst(start)
                hasBegun = true
                // If the client has disconnected, no response is needed.
                try? server.write(frame(Kind.settings, 0, [0, 0, 0, 0], []))
            }
            while hasBegun, let (kind, flags, stream) = takeFrame(&unread) {
                if kind == Kind.settings, flags == 0 { try? server.write(frame(Kind.settings, 1, [0, 0, 0, 0], [])) }
                if kind == Kind.headers { streams.append(stream) }
            }
            guard streams.count == count else { continue }
            for (index, stream) in streams.enumerated().reversed() { try? server.write(response(index, stream)) }
            streams = []
        }
    }

    /// Returns `:status: 200` from the static table (RFC 7541 appendix A), and the number of the request as text.
    private static func response(_ index: Int, _ stream: ArraySlice<UInt8>) -> [UInt8] {
        frame(Kind.headers, 4, stream, [0x88]) + frame(Kind.data, 1, stream, Array("\(index)".utf8))
    }

    private static func frame(
        _ kind: UInt8, _ flags: UInt8, _ stream: ArraySlice<UInt8>, _ payload: [UInt8]
    ) -> [UInt8] {
        [0, 0, UInt8(payload.count), kind, flags] + stream + payload
    }

    /// Removes the next complete frame; returns it without its payload.
    private static func takeFrame(_ unread: inout [UInt8]) -> (kind: UInt8, flags: UInt8, stream: ArraySlice<UInt8>)? {
        guard unread.count >= 9 else { return nil }
        let length = unread[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard unread.count >= 9 + length else { return nil }
        defer { unread.removeFirst(9 + length) }
        return (unread[3], unread[4], unread[5..<9])
    }
}
