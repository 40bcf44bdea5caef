import Basics
import HTTP

@testable import Server

/// Runs the body with a server on a free port, and stops the server after it.
func withServer(
    _ configure: (inout ServerConfiguration) -> Void = { _ in },
    log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    immediateHandler: @escaping ImmediateHandler = { _ in nil },
    handler: @escaping Handler = RecordingHandler().respond,
    _ body: (UInt16) async throws -> Void
) async throws {
    var configuration = ServerConfiguration.withoutTimeouts
    configuration.eventLoops = 2
    configure(&configuration)
    let server = Server(configuration, log: log, immediateHandler: immediateHandler, handler: handler)
    let port = try server.start()
    do {
        try await body(port)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Runs the body with a server and a client that has sent the bytes.
func withClient(
    sending text: String = "", receiveBuffer: Int32? = nil, _ configure: (inout ServerConfiguration) -> Void = { _ in },
    log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    immediateHandler: @escaping ImmediateHandler = { _ in nil },
    handler: @escaping Handler = RecordingHandler().respond,
    _ body: (Client) async throws -> Void
) async throws {
    try await withServer(configure, log: log, immediateHandler: immediateHandler, handler: handler) { port in
        let client = try Client(port: port, receiveBuffer: receiveBuffer)
        try await client.send(text)
        try await body(client)
    }
}

let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

extension ServerConfiguration {
    /// A configuration in which only the timeouts that a test sets can pass, on any machine.
    static var withoutTimeouts: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.headTimeout = .seconds(3600)
        configuration.bodyTimeout = .seconds(3600)
        configuration.handlerTimeout = .seconds(3600)
        configuration.idleTimeout = .seconds(3600)
        configuration.writeTimeout = .seconds(3600)
        configuration.lingerTimeout = .seconds(3600)
        configuration.drainTimeout = .seconds(3600)
        return configuration
    }
}

extension Duration {
    /// A timeout that is meant to pass, after what a client has to do before.
    static let shortTimeout = Duration.seconds(1)
}

/// Collects values from any thread; tasks can wait for them.
final class Recorder<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: [Value] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var values: [Value] { state.withLock(\.values) }

    func record(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let count = state.values.count
            defer { state.waiters.removeAll { $0.count <= count } }
            return state.waiters.filter { $0.count <= count }.map(\.continuation)
        }
        for waiter in ready { waiter.resume() }
    }

    /// Returns when there are at least this many values.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.values.count < count { state.waiters.append((count, continuation)) }
                return state.values.count >= count
            }
            if isThere { continuation.resume() }
        }
    }
}

extension Recorder<Refusal> {
    /// Records the refusal, and responds with its status.
    @Sendable func answer(_ refusal: Refusal) -> Response {
        record(refusal)
        return Response(status: refusal.status)
    }
}

/// Responds "hello" and records the requests.
struct RecordingHandler: Sendable {
    let requests = Recorder<Request>()

    @Sendable func respond(to request: Request) async -> Response {
        requests.record(request)
        return Response(fields: [.contentType: "text/plain"], body: .bytes(Array("hello".utf8)))
    }
}

/// Returns a handler with a streamed body.
func streaming(_ produce: @escaping @Sendable (BodyWriter) async throws -> Void) -> Handler {
    { _ in Response(body: .stream(produce)) }
}
