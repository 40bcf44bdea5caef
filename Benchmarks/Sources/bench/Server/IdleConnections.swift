import Glibc

/// Connections that have been answered once and are kept for more; closed with the value.
struct IdleConnections {
    private let clients: [PlainClient]

    /// Opens them from 127.0.0.`source`.
    init(_ count: Int, to peer: Peer, source: UInt8) throws {
        try Self.allowDescriptors(count + 100)
        clients = try (0..<count).map { _ in
            let client = try PlainClient(port: peer.port, source: source)
            guard try client.answer(to: "/").body.count == MemoryAnswer.bytes.count else {
                throw Unmeasurable("an idle connection got another answer")
            }
            return client
        }
    }

    private static func allowDescriptors(_ count: Int) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        guard limit.rlim_cur < rlim_t(count) else { return }
        guard limit.rlim_max >= rlim_t(count) else {
            throw Unmeasurable("\(count) open files are not allowed here: `ulimit -Hn` gives \(limit.rlim_max)")
        }
        limit.rlim_cur = rlim_t(count)
        setrlimit(resource, &limit)
    }
}
