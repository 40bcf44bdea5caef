import Basics
import Glibc
import HTTP
import Support
import Synchronization
import Testing

@testable import Server

@Suite("Overload")
struct OverloadTests {
    @Test("requests are not answered without limit if their responses are not read")
    func unreadResponses() async throws {
        let handled = Atomic<Int>(0)
        let page = [UInt8](repeating: 0, count: 100_000)
        let configure: (inout ServerConfiguration) -> Void = { $0.writeTimeout = .milliseconds(100) }
        let handler: Handler = { _ in
            handled.wrappingAdd(1, ordering: .relaxed)
            return Response(body: .bytes(page))
        }
        try await withClient(receiveBuffer: 4096, configure, handler: handler) { client in
            // 100 MB of responses, of which the system and the server together buffer some megabytes.
            try await client.send(String(repeating: get, count: 1000))
            // The server closes the connection after the timeout.
            while !client.wasReset() { try await client.send("x") }
        }
        #expect(handled.load(ordering: .relaxed) < 100)
    }

    @Test("a client that reads, but too slowly, is disconnected")
    func slowReader() async throws {
        let page = [UInt8](repeating: 0, count: 64 << 20)
        let configure: (inout ServerConfiguration) -> Void = {
            // No client reads so much in the time, and this one never stops reading.
            ($0.writeTimeout, $0.readMinimum) = (.milliseconds(200), .max)
        }
        try await withClient(
            sending: get, receiveBuffer: 4096, configure, handler: { _ in Response(body: .bytes(page)) }
        ) {
            client in
            var count = 0
            do {
                while case let bytes = try await client.receive(), !bytes.isEmpty { count += bytes.count }
            } catch is Client.Failure {
                // The reset shows the client that the response is incomplete.
            }
            #expect(count > 0 && count < page.count)
        }
    }

    @Test("above the limit of pending output, clients that have been reading for longest are disconnected")
    func pendingOutput() async throws {
        let page = [UInt8](repeating: 0, count: 400_000)
        let configure: (inout ServerConfiguration) -> Void = { ($0.eventLoops, $0.totalOutputLimit) = (1, 1_000_000) }
        try await withServer(configure, handler: { _ in Response(body: .bytes(page)) }) { port in
            var clients: [Client] = []
            for _ in 1...5 {
                let client = try Client(port: port, receiveBuffer: 4096)
                try await client.send(get)
                _ = try await client.receive(through: "\r\n\r\n")
                clients.append(client)
            }
            while !clients[0].wasReset() { try await clients[0].send("x") }
            #expect(try await clients[4].receive(count: page.count) == page)
        }
    }

    @Test("a thousand connections that are opened at once and reset free their slots")
    func burst() async throws {
        let events = Recorder<ServerEvent>()
        try await withServer({ $0.connectionLimit = 1000 }, log: events.record) { port in
            var clients = try (0..<1000).map { _ in try Client(port: port) }
            let other = try Client(port: port)
            try await other.send(get)
            #expect(try await other.response().status == 200)
            for client in clients.prefix(500) { client.reset() }
            clients = []
            var status = 503
            while status == 503 {
                let next = try Client(port: port)
                try await next.send(get)
                status = try await next.response().status
            }
            #expect(status == 200)
        }
        #expect(events.values.first == .connectionLimitReached(peer: "127.0.0.1"))
    }

    @Test("a server without descriptors serves its open connections, does not spin, and continues when some are free")
    func descriptors() async throws {
        let isOutOfDescriptors = Atomic(false)
        let (attempts, events) = (Recorder<MonotonicTime>(), Recorder<ServerEvent>())
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.acceptPause = .milliseconds(30)
        // Simulates the system's error, since using up all descriptors would end this process (Dispatch needs some).
        configuration.accept = { listener, address, length in
            guard isOutOfDescriptors.load(ordering: .acquiring) else {
                return Listener.systemAccept(listener, address, length)
            }
            attempts.record(.now)
            errno = EMFILE
            return -1
        }
        let server = Server(configuration, log: events.record, handler: RecordingHandler().respond)
        let port = try server.start()
        let first = try Client(port: port)
        try await first.send(get)
        #expect(try await first.response().status == 200)
        isOutOfDescriptors.store(true, ordering: .releasing)
        let second = try Client(port: port)
        try await second.send(get)
        await attempts.wait(for: 5)
        try await first.send(get)
        #expect(try await first.response().status == 200)
        let times = attempts.values.prefix(5)
        let (start, end) = (try #require(times.first), try #require(times.last))
        #expect(end.milliseconds - start.milliseconds >= 4 * 30)
        isOutOfDescriptors.store(false, ordering: .releasing)
        #expect(try await second.response().status == 200)
        await server.stop()
        #expect(events.values == [.acceptPaused(reason: SystemError("accept", number: EMFILE).description)])
    }
}
