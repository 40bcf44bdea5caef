import Testing

@testable import Server

@Suite("Raw bytes over a socket")
struct RawBytesTests {
    @Test(
        "each case has its answer, which says if it closes the connection, and nothing behind a refused request is looked at",
        arguments: RawCase.all)
    func answers(_ example: RawCase) async throws {
        let greeter = Greeter()
        try await withServer(handler: greeter.respond) { port in
            let client = try Client(port: port)
            try await client.send(example.bytes + Array(Self.another.utf8))
            for (number, status) in example.statuses.enumerated() {
                let answer = try await client.answer(toHead: example.isHead)
                #expect(answer.status == status)
                let isClosing = number == example.statuses.count - 1 && !example.isKept
                #expect(answer.values("Connection").contains("close") == isClosing)
                #expect(answer.values("Date").count == 1)
                #expect(answer.values("Server").isEmpty)
            }
            if example.isKept { #expect(try await client.answer().body.text == "hello") }
            #expect(try await client.hasEnded())
            let targets = greeter.requests.values.map(\.target)
            #expect(targets.count == example.handled + (example.isKept ? 1 : 0))
            #expect(targets.contains("/another") == example.isKept)
        }
    }

    private static let another = "GET /another HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
}
