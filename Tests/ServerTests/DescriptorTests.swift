import Testing

@testable import Server

@Suite("Descriptors")
struct DescriptorTests {
    @Test(
        "most are for connections, and some are left to everybody else",
        arguments: [
            (64, 20, 33, 5), (1024, 24, 750, 125), (10_512, 40, 9960, 256), (1 << 30, 40, (1 << 30) - 552, 256),
        ])
    func connections(_ limit: Int, _ used: Int, _ connections: Int, _ refusals: Int) {
        let descriptors = Descriptors(limit: limit, used: used)
        #expect(descriptors.connections == connections)
        #expect(descriptors.refusals == refusals)
    }

    @Test("at least one connection is taken, however few there are")
    func few() {
        #expect(Descriptors(limit: 10, used: 20).connections == 1)
        #expect(Descriptors(limit: 10, used: 20).refusals >= 1)
    }

    @Test("where there are too few for the configured limit, no more connections are open than they allow")
    func limited() async throws {
        let server = Server(.patient, handler: Greeter().respond)
        let port = try server.start()
        server.limit(by: Descriptors(limit: 28, used: 18))
        let first = try Client(port: port)
        try await first.send(get)
        #expect(try await first.answer().status == 200)
        let second = try Client(port: port)
        try await second.send(get)
        #expect(try await second.answer().status == 200)
        let third = try Client(port: port)
        try await third.send(get)
        #expect(try await third.answer().status == 200)
        #expect(server.figures.open == 2 && server.figures.replaced == 1)
        await server.stop()
    }
}
