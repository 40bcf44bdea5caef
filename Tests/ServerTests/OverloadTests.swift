import Glibc
import HTTP
import Support
import Synchronization
import Testing

@testable import Server

@Suite("More than the server takes")
struct OverloadTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("requests whose answers nobody reads are not answered without end")
    func answersNobodyReads() async throws {
        let handled = Atomic<Int>(0)
        let page = [UInt8](repeating: 0, count: 100_000)
        let configure: (inout ServerConfiguration) -> Void = { $0.writeStallLimit = .milliseconds(100) }
        let handler: Handler = { _ in
            handled.wrappingAdd(1, ordering: .relaxed)
            return Response(body: .bytes(page))
        }
        try await withServer(configure, handler: handler) { port in
            let client = try Client(port: port, receiveBuffer: 4096)
            // 100 MB of answers, of which the system and the server together take some megabytes.
            try await client.send(String(repeating: Self.get, count: 1000))
            // It is left in the end.
            while !client.wasReset() { try await client.send("x") }
        }
        #expect(handled.load(ordering: .relaxed) < 100)
    }

    @Test("a thousand connections that are opened at once and left make room again")
    func burst() async throws {
        let events = Recorder<ServerEvent>()
        try await withServer({ $0.connectionLimit = 1000 }, log: events.record, handler: Greeter().respond) { port in
            var clients = try (0..<1000).map { _ in try Client(port: port) }
            let other = try Client(port: port)
            #expect(try await other.answer().status == 503)
            for client in clients.prefix(500) { client.reset() }
            clients = []
            var status = 503
            while status == 503 {
                let next = try Client(port: port)
                try await next.send(Self.get)
                status = try await next.answer().status
            }
            #expect(status == 200)
        }
        #expect(events.values.first == .connectionLimitReached(peer: "127.0.0.1"))
    }

    @Test("a server that runs out of descriptors serves those it has, does not spin, and goes on when some are free")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try await DescriptorShortage().run()
        }
    }
}

/// A server and its clients in a process that has no descriptor left.
private struct DescriptorShortage {
    private struct Unexpected: Error {}

    func run() async throws {
        let (attempts, events) = (Recorder<MonotonicTime>(), Recorder<ServerEvent>())
        var configuration = ServerConfiguration()
        configuration.acceptPause = .milliseconds(30)
        let server = Server(
            configuration, log: events.record,
            accept: { listener, address, length in
                let accepted = Listener.systemAccept(listener, address, length)
                if accepted < 0, errno == EMFILE {
                    attempts.record(.now)
                    errno = EMFILE
                }
                return accepted
            }, handler: Greeter().respond)
        let port = try server.start()
        let first = try Client(port: port)
        try await serves(first)
        var taken = allDescriptors()
        close(taken.removeLast())
        // Its own socket is the last one that there was.
        let second = try Client(port: port)
        try await second.send(OverloadTests.get)
        await attempts.wait(for: 5)
        try await serves(first)
        let times = attempts.values.prefix(5)
        guard let start = times.first, let end = times.last, end.milliseconds - start.milliseconds >= 4 * 30 else {
            throw Unexpected()
        }
        for descriptor in taken { close(descriptor) }
        guard try await second.answer().status == 200 else { throw Unexpected() }
        await server.stop()
        guard events.values == [.acceptPaused(reason: SystemError("accept", number: EMFILE).description)] else {
            throw Unexpected()
        }
    }

    private func serves(_ client: Client) async throws {
        try await client.send(OverloadTests.get)
        guard try await client.answer().status == 200 else { throw Unexpected() }
    }

    private func allDescriptors() -> [Int32] {
        var taken: [Int32] = []
        while true {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return taken }
            taken.append(descriptor)
        }
    }
}
