import Testing

@testable import Server

@Suite("File descriptor limit")
struct FileDescriptorLimitTests {
    @Test(
        "most descriptors are for connections, and some are reserved",
        arguments: [
            (64, 20, 33, 5), (1024, 24, 750, 125), (10_512, 40, 9960, 256), (1 << 30, 40, (1 << 30) - 552, 256),
        ])
    func connections(_ limit: Int, _ used: Int, _ connections: Int, _ rejections: Int) {
        let descriptors = FileDescriptorLimit(limit: limit, used: used)
        #expect(descriptors.connections == connections)
        #expect(descriptors.rejections == rejections)
    }

    @Test("at least one connection is allowed, however few descriptors there are")
    func atLeastOne() {
        #expect(FileDescriptorLimit(limit: 10, used: 20).connections == 1)
        #expect(FileDescriptorLimit(limit: 10, used: 20).rejections >= 1)
    }

    @Test("if there are too few descriptors for the configured limit, they limit the open connections")
    func limited() async throws {
        let server = Server(.withoutTimeouts, handler: RecordingHandler().respond)
        let port = try server.start()
        server.shared.limitConnections(to: FileDescriptorLimit(limit: 28, used: 18))
        let first = try Client(port: port)
        try await first.send(get)
        #expect(try await first.response().status == 200)
        let second = try Client(port: port)
        try await second.send(get)
        #expect(try await second.response().status == 200)
        let third = try Client(port: port)
        try await third.send(get)
        #expect(try await third.response().status == 200)
        #expect(server.metrics.open == 2)
        #expect(server.metrics.replaced == 1)
        await server.stop()
    }
}
