import Basics
import HTTP

@testable import Server

/// Runs the body beside a server on a free port, and stops it after that.
func withServer(
    _ configure: (inout ServerConfiguration) -> Void = { _ in },
    log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    immediateHandler: @escaping ImmediateHandler = { _ in nil }, handler: @escaping Handler = Greeter().respond,
    _ body: (UInt16) async throws -> Void
) async throws {
    var configuration = ServerConfiguration.patient
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

/// Runs the body beside a server, with a client that has sent the bytes.
func withClient(
    sending text: String = "", receiveBuffer: Int32? = nil, _ configure: (inout ServerConfiguration) -> Void = { _ in },
    log: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    immediateHandler: @escaping ImmediateHandler = { _ in nil }, handler: @escaping Handler = Greeter().respond,
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
    /// However slow the machine is, only a test that wants a deadline meets one.
    static var patient: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.headDeadline = .seconds(3600)
        configuration.bodyDeadline = .seconds(3600)
        configuration.handlerDeadline = .seconds(3600)
        configuration.idleLimit = .seconds(3600)
        configuration.writeStallLimit = .seconds(3600)
        configuration.lingerLimit = .seconds(3600)
        configuration.drainTime = .seconds(3600)
        return configuration
    }
}

extension Duration {
    /// A deadline that is met in the end, with time for what a client has to do before.
    static let soon = Duration.seconds(1)
}

/// Gathers values from wherever they come; somebody may wait for them.
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

    /// Returns when there are so many.
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

/// Says "hello" to everybody and remembers what was asked.
struct Greeter: Sendable {
    let requests = Recorder<Request>()

    @Sendable func respond(to request: Request) async -> Response {
        requests.record(request)
        return Response(fields: [.contentType: "text/plain"], body: .bytes(Array("hello".utf8)))
    }
}

/// A handler whose answer is a body that is made while it is sent.
func streaming(_ produce: @escaping @Sendable (BodyWriter) async throws -> Void) -> Handler {
    { _ in Response(body: .stream(produce)) }
}
