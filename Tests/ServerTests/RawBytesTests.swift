import Testing

@testable import Server

@Suite("Raw bytes over a socket")
struct RawBytesTests {
    @Test("each case has its answer, and nothing behind a refused request is looked at", arguments: RawCase.all)
    func answers(_ example: RawCase) async throws {
        let greeter = Greeter()
        try await withServer(handler: greeter.respond) { port in
            let client = try Client(port: port)
            try await client.send(example.bytes + Array(Self.another.utf8))
            for status in example.statuses {
                let answer = try await client.answer(toHead: example.isHead)
                #expect(answer.status == status)
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

    @Test("an answer that closes the connection says so, and no other", arguments: RawCase.all)
    func connectionField(_ example: RawCase) async throws {
        try await withServer { port in
            let client = try Client(port: port)
            try await client.send(example.bytes)
            var answers: [Answer] = []
            for _ in example.statuses { answers.append(try await client.answer(toHead: example.isHead)) }
            let isClosing = answers.map { $0.values("Connection") == ["close"] }
            #expect(isClosing.last == !example.isKept)
            #expect(isClosing.dropLast().allSatisfy { !$0 })
        }
    }

    private static let another = "GET /another HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
}
