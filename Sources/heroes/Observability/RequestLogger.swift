import Basics
import Glibc
import HTTP
import HTTPTypes
import Heroes
import Logging
import Server
import Site
import Synchronization

/// The middleware for the access log: every request gets an id, is counted, and is logged at its end.
final class RequestLogger: Sendable {
    /// A request in progress.
    private struct Exchange: Sendable {
        let request: Request
        let trace: Trace
        let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
    }

    let metrics = RequestMetrics()
    private let log: LogStream?
    private let format: LogFormat
    private let proxies: [AddressRange]

    /// Without a log nothing is written. For a peer among the proxies, the client's address is taken from
    /// X-Forwarded-For.
    init(log: LogStream?, format: LogFormat = .text, proxies: [AddressRange] = []) {
        (self.log, self.format, self.proxies) = (log, format, proxies)
    }

    /// Returns the handler with logging.
    func logging(_ handler: @escaping Handler) -> Handler {
        { [self] request in
            let exchange = Exchange(request: request, trace: Trace(id: RequestIDs.id(of: request)))
            let response = await Trace.$current.withValue(exchange.trace) { await handler(request) }
            return end(exchange, response)
        }
    }

    /// Returns the immediate handler with logging.
    func logging(_ immediate: @escaping @Sendable (RequestHead) -> ImmediateResponse?) -> ImmediateHandler {
        { [self] head in
            let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
            guard var immediateResponse = immediate(head) else { return nil }
            let id = RequestIDs.id(of: head)
            immediateResponse.response.append("X-Request-ID", id)
            record(
                AccessLogEntry(
                    id: id, client: proxies.isEmpty ? head.peer : client(of: Request(head)) ?? head.peer,
                    method: head.method.rawValue, route: immediateResponse.route,
                    path: String(decoding: head.target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self),
                    status: immediateResponse.response.status.code,
                    bytes: head.method == .head ? 0 : immediateResponse.response.body.count,
                    nanoseconds: MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - start,
                    cache: immediateResponse.cacheStatus))
            return immediateResponse.response
        }
    }

    /// Returns the function that makes the pages of requests that the server refuses, with logging; reasons go to `errors`.
    func logging(
        _ page: @escaping @Sendable (Refusal) -> Response, errors: Logger
    ) -> @Sendable (Refusal) -> Response {
        { [self] refusal in
            let trace = Trace(id: refusal.request.map { RequestIDs.id(of: $0) } ?? RequestIDs.makeID())
            var response = Trace.$current.withValue(trace) { page(refusal) }
            response.fields[RequestIDs.field] = trace.id
            let (request, time) = (refusal.request, UInt64(max(0, refusal.milliseconds)) * 1_000_000)
            let path = request.map { String($0.target.prefix { $0 != "?" }) }
            record(
                AccessLogEntry(
                    id: trace.id, client: client(of: request) ?? refusal.peer,
                    method: request?.method.rawValue ?? "-", route: RouteLabel.refused, path: path ?? "-",
                    status: response.status.code, bytes: request?.method == .head ? 0 : response.byteCount,
                    nanoseconds: time, cache: .none))
            errors.log(refusal, id: trace.id)
            return response
        }
    }

    /// Returns the response with the request's id. Logs it now, or a stream at its end.
    private func end(_ exchange: Exchange, _ response: Response) -> Response {
        var response = response
        // The server has refused the request by now, and logged that.
        if Task.isCancelled { return response }
        let (status, isHead) = (response.status.code, exchange.request.method == .head)
        response.fields[RequestIDs.field] = exchange.trace.id
        switch response.body {
        case .bytes(let bytes):
            let isSent = !isHead && response.status != .notModified
            record(exchange, status, bytes: isSent ? bytes.count : 0)
        case .stream where isHead: record(exchange, status, bytes: 0)
        case .stream(let produce):
            response.body = .stream { [self] in try await send(produce, to: $0, exchange, status) }
        }
        return response
    }

    private func send(
        _ produce: @Sendable (BodyWriter) async throws -> Void, to writer: BodyWriter, _ exchange: Exchange,
        _ status: Int
    ) async throws {
        let sent = Locked(0)
        let counting = BodyWriter { bytes in
            try await writer.write(bytes)
            sent.withLock { $0 += bytes.count }
        }
        do {
            try await Trace.$current.withValue(exchange.trace) { try await produce(counting) }
            record(exchange, status, bytes: sent.withLock { $0 })
        } catch {
            record(exchange, status, bytes: sent.withLock { $0 }, isTruncated: true)
            throw TruncatedResponse(cause: error, id: exchange.trace.id)
        }
    }

    private func record(_ exchange: Exchange, _ status: Int, bytes: Int, isTruncated: Bool = false) {
        let (request, trace) = (exchange.request, exchange.trace)
        record(
            AccessLogEntry(
                id: trace.id, client: client(of: request) ?? request.peer, method: request.method.rawValue,
                route: trace.route,
                path: String(request.target.prefix { $0 != "?" }), status: status, bytes: bytes,
                nanoseconds: MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - exchange.start, cache: trace.cacheStatus,
                isTruncated: isTruncated))
    }

    /// Returns the address that a trusted proxy names; nil if there is none.
    private func client(of request: Request?) -> String? {
        proxies.isEmpty || log == nil ? nil : request?.client(behind: proxies)?.text
    }

    private func record(_ entry: AccessLogEntry) {
        metrics.count(entry.route, entry.status, nanoseconds: entry.nanoseconds)
        log?.append(entry.bytes(format))
    }
}

/// The error that aborted a streamed response, with the request's id.
struct TruncatedResponse: Error, CustomStringConvertible {
    let cause: any Error
    let id: String

    var description: String { "\(cause) (request \(id))" }
}

/// The ids of requests in logs and responses: the client's, or a new one.
enum RequestIDs {
    // The name is a valid token, so the default is never used.
    static let field = HTTPField.Name("X-Request-ID") ?? .contentType
    private static let lengthLimit = 64

    static func id(of request: Request) -> String {
        let given = request.fields[values: field]
        return id(given.count == 1 ? given[0] : nil)
    }

    static func id(of head: RequestHead) -> String {
        let given = head.hasMultiple("x-request-id") ? nil : head.value("x-request-id")
        return id(given.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The counter of ids, from a random start.
    private static let counter = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    /// Returns a new id of 13 characters, which does not reveal the number of requests.
    ///
    /// It is the counter mixed by SplitMix64 (Steele, Lea, Flood 2014); a random number from the system would cost a
    /// system call per request.
    static func makeID() -> String {
        var bits = counter.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 13) { text in
            for index in 0..<13 { text[index] = digits[Int(bits >> (5 * index) & 31)] }
            return 13
        }
    }

    /// Returns the client's id if it is safe in logs and fields, else a new one.
    private static func id(_ given: String?) -> String {
        guard let given, !given.isEmpty, given.utf8.count <= lengthLimit,
            given.utf8.allSatisfy({ $0.isUnreserved && $0 != UInt8(ascii: "~") })
        else { return makeID() }
        return given
    }
}

extension Response {
    /// The number of bytes of a body that is not streamed.
    fileprivate var byteCount: Int { if case .bytes(let bytes) = body { bytes.count } else { 0 } }
}
