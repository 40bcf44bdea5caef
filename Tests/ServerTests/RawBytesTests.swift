import Testing

@testable import Server

@Suite("Raw requests over a socket")
struct RawBytesTests {
    @Test(
        "each case has the expected responses, with Connection: close on the last, and nothing after a rejected request is parsed",
        arguments: RawCase.all)
    func responses(_ example: RawCase) async throws {
        let recorder = RecordingHandler()
        try await withServer(handler: recorder.respond) { port in
            let client = try Client(port: port)
            try await client.send(example.bytes + Array(Self.another.utf8))
            for (number, status) in example.statuses.enumerated() {
                let response = try await client.response(toHEAD: example.isHead)
                #expect(response.status == status)
                let isClosing = number == example.statuses.count - 1 && !example.isPersistent
                #expect(response.values("Connection").contains("close") == isClosing)
                #expect(response.values("Date").count == 1)
                #expect(response.values("Server").isEmpty)
            }
            if example.isPersistent { #expect(try await client.response().body.text == "hello") }
            #expect(try await client.hasEnded())
            let targets = recorder.requests.values.map(\.target)
            #expect(targets.count == example.handled + (example.isPersistent ? 1 : 0))
            #expect(targets.contains("/another") == example.isPersistent)
        }
    }

    private static let another = "GET /another HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
}
