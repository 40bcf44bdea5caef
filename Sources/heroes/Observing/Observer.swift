import Basics
import Glibc
import HTTP
import HTTPTypes
import Heroes
import Server
import Site

/// Sees every request come and its answer go: names it, counts it, and writes its line.
final class Observer: Sendable {
    /// A request that is being answered.
    struct Exchange: Sendable {
        let trace: Trace
        /// Nanoseconds of a clock that only goes forward.
        let start: UInt64
    }

    let figures = RequestFigures()
    private let ids = RequestIDs()
    private let log: LogStream?
    private let form: AccessLine.Form
    private let proxies: [AddressRange]
    private let logsQueries: Bool

    /// Without a log nothing is written. Where the peer is one of the proxies, the log tells whom it names.
    init(log: LogStream?, form: AccessLine.Form = .text, proxies: [AddressRange] = [], logsQueries: Bool = false) {
        (self.log, self.form, self.proxies, self.logsQueries) = (log, form, proxies, logsQueries)
    }

    /// The same handler, observed.
    func observing(_ handler: @escaping Handler) -> Handler {
        { [self] request in
            let exchange = begin(request)
            let response = await Trace.$current.withValue(exchange.trace) { await handler(request) }
            return end(exchange, request, response)
        }
    }

    /// The same for answers that are there already; each gets the id and is counted.
    func observing(_ immediate: @escaping @Sendable (RequestHead) -> ImmediateResponse?) -> ImmediateHandler {
        { [self] head in
            let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
            guard var answer = immediate(head) else { return nil }
            let id = ids.id(of: head)
            answer.response.append("X-Request-ID", id)
            let status = answer.response.status.code
            let nanoseconds = MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - start
            figures.count(answer.route, status, nanoseconds: nanoseconds)
            if answer.reading == .fresh { figures.pagesGivenAgain.add(1, ordering: .relaxed) }
            if let log {
                let line = AccessLine(
                    id: id, client: client(of: head),
                    method: head.method.rawValue, route: RouteLabel.texts[Int(answer.route)],
                    path: path(of: head),
                    status: status, bytes: head.method == .head ? 0 : answer.response.body.count,
                    nanoseconds: nanoseconds, cache: answer.reading.text)
                log.append(line.bytes(form))
            }
            return answer.response
        }
    }

    /// For an answer that is made at once: `begin`, make it, and `end`.
    func begin(_ request: Request) -> Exchange {
        Exchange(trace: Trace(id: ids.id(of: request)), start: MonotonicTime.nanoseconds(CLOCK_MONOTONIC))
    }

    /// The answer with the request's name on it; one that is sent while it is made is counted at its end.
    func end(_ exchange: Exchange, _ request: Request, _ response: Response) -> Response {
        var response = response
        response.fields[RequestIDs.field] = exchange.trace.id
        switch response.body {
        case .bytes(let bytes):
            let isSent = request.method != .head && response.status != .notModified
            record(exchange, request, Task.isCancelled ? 503 : response.status.code, bytes: isSent ? bytes.count : 0)
        case .stream where request.method == .head:
            record(exchange, request, response.status.code, bytes: 0)
        case .stream(let produce):
            let status = response.status.code
            response.body = .stream { [self] in try await send(produce, to: $0, exchange, request, status) }
        }
        return response
    }

    /// A request that never reached the handler.
    func note(_ event: ServerEvent) {
        guard case .requestRefused(let peer, let status, _) = event else { return }
        figures.count(RouteLabel.refused, status, nanoseconds: 0)
        let line = AccessLine(
            id: ids.fresh(), client: peer, method: "-", route: "refused",
            path: "-", status: status, bytes: 0, nanoseconds: 0, cache: "none")
        log?.append(line.bytes(form))
    }

    private func send(
        _ produce: @Sendable (BodyWriter) async throws -> Void, to writer: BodyWriter, _ exchange: Exchange,
        _ request: Request, _ status: Int
    ) async throws {
        let sent = ByteCount()
        do {
            try await Trace.$current.withValue(exchange.trace) {
                try await produce(
                    BodyWriter { bytes in
                        try await writer.write(bytes)
                        sent.add(bytes.count)
                    })
            }
            record(exchange, request, status, bytes: sent.value)
        } catch {
            record(exchange, request, status, bytes: sent.value, isCut: true)
            throw CutShort(cause: error, id: exchange.trace.id)
        }
    }

    private func record(_ exchange: Exchange, _ request: Request, _ status: Int, bytes: Int, isCut: Bool = false) {
        let nanoseconds = MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - exchange.start
        let trace = exchange.trace
        figures.count(trace.route, status, nanoseconds: nanoseconds)
        guard let log else { return }
        let client = proxies.isEmpty ? request.peer : request.client(behind: proxies)?.text ?? request.peer
        let route = RouteLabel.texts[min(Int(trace.route), RouteLabel.texts.count - 1)]
        // Whoever reads a code could take a visitor's favourites with it, also where it makes no route for a full stop.
        let isSecret = trace.route == RouteLabel.move || request.path.hasPrefix("/favourites/move")
        let path = logsQueries && !isSecret ? request.target : String(request.path)
        let line = AccessLine(
            id: trace.id, client: client, method: request.method.rawValue,
            route: route, path: path, status: status, bytes: bytes, nanoseconds: nanoseconds,
            cache: trace.reading.text, isCut: isCut)
        log.append(line.bytes(form))
    }

    private func client(of head: RequestHead) -> String {
        proxies.isEmpty ? head.peer : Request(head).client(behind: proxies)?.text ?? head.peer
    }

    private func path(of head: RequestHead) -> String {
        let target = head.target
        let end = logsQueries ? nil : target.firstIndex(of: UInt8(ascii: "?"))
        return String(decoding: target[..<(end ?? target.endIndex)], as: UTF8.self)
    }
}

/// Why a stream ended early, and which request's it was.
struct CutShort: Error, CustomStringConvertible {
    let cause: any Error
    let id: String

    var description: String { "\(cause) (request \(id))" }
}
