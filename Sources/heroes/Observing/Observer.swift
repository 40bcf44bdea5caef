import Basics
import Glibc
import HTTP
import HTTPTypes
import Heroes
import Server
import Site

/// The request log: every request gets an id, is counted, and has a line at its end.
final class Observer: Sendable {
    /// A request that is being answered.
    private struct Exchange: Sendable {
        let request: Request
        let trace: Trace
        let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
    }

    let figures = RequestFigures()
    private let log: LogStream?
    private let form: AccessLine.Form
    private let proxies: [AddressRange]
    private let logsQueries: Bool

    /// Without a log nothing is written. If the peer is one of the proxies, a line has the client that it names.
    init(log: LogStream?, form: AccessLine.Form = .text, proxies: [AddressRange] = [], logsQueries: Bool = false) {
        (self.log, self.form, self.proxies, self.logsQueries) = (log, form, proxies, logsQueries)
    }

    /// The same handler, observed.
    func observing(_ handler: @escaping Handler) -> Handler {
        { [self] request in
            let exchange = Exchange(request: request, trace: Trace(id: RequestIDs.id(of: request)))
            let response = await Trace.$current.withValue(exchange.trace) { await handler(request) }
            return end(exchange, response)
        }
    }

    /// The same for answers that are there already; each gets the id and is counted.
    func observing(_ immediate: @escaping @Sendable (RequestHead) -> ImmediateResponse?) -> ImmediateHandler {
        { [self] head in
            let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
            guard var answer = immediate(head) else { return nil }
            let id = RequestIDs.id(of: head)
            answer.response.append("X-Request-ID", id)
            if answer.cacheStatus == .fresh { figures.pagesGivenAgain.add(1, ordering: .relaxed) }
            let client = proxies.isEmpty || log == nil ? nil : Request(head).client(behind: proxies)?.text
            record(
                AccessLine(
                    id: id, client: client ?? head.peer, method: head.method.rawValue, route: answer.route,
                    path: path(of: head.target, answer.route), status: answer.response.status.code,
                    bytes: head.method == .head ? 0 : answer.response.body.count,
                    nanoseconds: MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - start, cache: answer.cacheStatus))
            return answer.response
        }
    }

    /// Records a request that never reached the handler.
    func note(_ event: ServerEvent) {
        guard case .requestRejected(let peer, let status, _) = event else { return }
        record(
            AccessLine(
                id: RequestIDs.fresh(), client: peer, method: "-", route: RouteLabel.refused, path: "-", status: status,
                bytes: 0, nanoseconds: 0, cache: .none))
    }

    /// Returns the response with the request's id; one that is sent while it is made is recorded at its end.
    private func end(_ exchange: Exchange, _ response: Response) -> Response {
        var response = response
        let (status, isHead) = (response.status.code, exchange.request.method == .head)
        response.fields[RequestIDs.field] = exchange.trace.id
        switch response.body {
        case .bytes(let bytes):
            let isSent = !isHead && response.status != .notModified
            record(exchange, Task.isCancelled ? 503 : status, bytes: isSent ? bytes.count : 0)
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
            record(exchange, status, bytes: sent.withLock { $0 }, isCut: true)
            throw CutShort(cause: error, id: exchange.trace.id)
        }
    }

    private func record(_ exchange: Exchange, _ status: Int, bytes: Int, isCut: Bool = false) {
        let (request, trace) = (exchange.request, exchange.trace)
        let client = proxies.isEmpty || log == nil ? nil : request.client(behind: proxies)?.text
        record(
            AccessLine(
                id: trace.id, client: client ?? request.peer, method: request.method.rawValue, route: trace.route,
                path: path(of: request.target.utf8, trace.route), status: status, bytes: bytes,
                nanoseconds: MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - exchange.start, cache: trace.cacheStatus,
                isCut: isCut))
    }

    private func record(_ line: AccessLine) {
        figures.count(line.route, line.status, nanoseconds: line.nanoseconds)
        log?.append(line.bytes(form))
    }

    /// Returns the path, with the query if queries are logged. A code in one could be used to take a visitor's favourites,
    /// also if the page does not accept it for a full stop behind it.
    private func path(of target: some Collection<UInt8>, _ route: UInt8) -> String {
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let isSecret = route == RouteLabel.move || path.starts(with: "/favourites/move".utf8)
        return String(decoding: logsQueries && !isSecret ? target[...] : path, as: UTF8.self)
    }
}

/// The error that ended a stream early, and the id of its request.
struct CutShort: Error, CustomStringConvertible {
    let cause: any Error
    let id: String

    var description: String { "\(cause) (request \(id))" }
}
