import Basics
import HTTP
import HTTPTypes

/// Parses requests from a stream of bytes (RFC 9112), with the same result for any split into pieces.
///
/// Anything that the grammar does not allow is rejected with one error, after which no more bytes are parsed.
struct RequestParser {
    struct Limits {
        var head = 16 * 1024
        var fields = 100
        var content = 64 * 1024
    }

    enum Outcome {
        /// All bytes are consumed and the request is not complete.
        case incomplete
        case request(IncomingRequest)
        case failed(ParseError)
    }

    private enum State {
        case requestLine, fields, counted(remaining: Int), chunked(ChunkScanner), trailer
        case failed(ParseError)
    }

    private let limits: Limits
    private let peer: String
    private var state = State.requestLine
    private var lineScanner = RequestLineScanner()
    private var fieldScanner: FieldScanner
    /// The bytes of the head so far, or later those of the trailer.
    private var head: [UInt8] = []
    /// Nil if the server does not implement the method.
    private var method: HTTPRequest.Method?
    private var target: RequestTarget?
    /// The error of the target, thrown after the fields are parsed.
    private var targetError: ParseError?
    private var incoming: IncomingRequest?
    private var content: [UInt8] = []
    private var awaitsContinue = false

    init(limits: Limits, peer: String) {
        self.limits = limits
        self.peer = peer
        // More than 65,534 would end the program in HTTPFields.
        fieldScanner = FieldScanner(limit: min(limits.fields, 10_000))
    }

    /// True if no byte of a request has come, except for an empty line before it.
    var isIdle: Bool {
        if case .requestLine = state { head.count == lineScanner.method.lowerBound } else { false }
    }

    /// The request with a complete head and incomplete content.
    var headRequest: Request? { incoming?.request }

    /// True if the head is complete and the content is not.
    var hasHead: Bool { incoming != nil }

    /// True if the request is HEAD, even if it is malformed after its method.
    var isHead: Bool {
        target == nil ? lineScanner.hasMethod && head[lineScanner.method].elementsEqual("HEAD".utf8) : method == .head
    }

    /// Returns true once if the client waits for 100 before it sends its content (RFC 9110 section 10.1.1).
    mutating func consumeContinue() -> Bool {
        defer { awaitsContinue = false }
        return awaitsContinue
    }

    /// Parses bytes from `index` on, up to the end of one request.
    mutating func parse(_ bytes: Span<UInt8>, _ index: inout Int) -> Outcome {
        do throws(ParseError) {
            while index < bytes.count {
                if let incoming = try advance(bytes, &index) { return .request(incoming) }
            }
            return .incomplete
        } catch {
            state = .failed(error)
            return .failed(error)
        }
    }

    /// Advances by one state; returns a request after the last one.
    private mutating func advance(_ bytes: Span<UInt8>, _ index: inout Int) throws(ParseError) -> IncomingRequest? {
        switch state {
        case .requestLine:
            if try scanRequestLine(bytes, &index) { state = .fields }
        case .fields:
            if try scanFields(bytes, &index) { return try startContent() }
        case .counted(let remaining): return parseCounted(bytes, &index, remaining: remaining)
        case .chunked(var scanner):
            awaitsContinue = false
            let isLast = try scanner.scan(bytes, &index, into: &content)
            state = isLast ? .trailer : .chunked(scanner)
        case .trailer:
            if try scanFields(bytes, &index) {
                try checkTrailer()
                return finish()
            }
        case .failed(let error): throw error
        }
        return nil
    }

    private mutating func scanRequestLine(_ bytes: Span<UInt8>, _ index: inout Int) throws(ParseError) -> Bool {
        let isComplete = try takeRequestLine(bytes, &index)
        if isComplete {
            try interpretRequestLine()
        } else if head.count == limits.head {
            // RFC 9112 section 3 has different statuses for the two.
            throw lineScanner.hasMethod
                ? ParseError(.uriTooLong, "a request line over \(limits.head) bytes")
                : ParseError(.notImplemented, "a method over \(limits.head) bytes")
        }
        return isComplete
    }

    /// Stores the scanned part of a malformed line as well, for its method.
    private mutating func takeRequestLine(_ bytes: Span<UInt8>, _ index: inout Int) throws(ParseError) -> Bool {
        let start = index
        let end = min(bytes.count, start + limits.head - head.count)
        defer { head.append(bytes.extracting(start..<index)) }
        return try lineScanner.scan(bytes, &index, upTo: end, shift: head.count - start)
    }

    private mutating func interpretRequestLine() throws(ParseError) {
        let name = head[lineScanner.method]
        method = HTTPRequest.Method(known: name)
        // A higher minor version is treated as the highest known one (RFC 9110 section 2.5).
        guard lineScanner.major == 1 else { throw ParseError(.httpVersionNotSupported, "HTTP/\(lineScanner.major)") }
        do throws(ParseError) {
            target = try RequestTarget(head[lineScanner.target], of: name)
        } catch {
            targetError = error
        }
    }

    private mutating func scanFields(_ bytes: Span<UInt8>, _ index: inout Int) throws(ParseError) -> Bool {
        let start = index
        let end = min(bytes.count, start + limits.head - head.count)
        let isComplete = try fieldScanner.scan(bytes, &index, upTo: end, shift: head.count - start)
        head.append(bytes.extracting(start..<index))
        if !isComplete, head.count == limits.head {
            throw ParseError(.requestHeaderFieldsTooLarge, "fields over \(limits.head) bytes")
        }
        return isComplete
    }

    /// Interprets the complete head; returns the request if no content follows.
    private mutating func startContent() throws(ParseError) -> IncomingRequest? {
        if let targetError { throw reject(targetError) }
        guard let target else { return nil }
        let section = try FieldSection(fieldScanner.lines, in: head)
        let isHTTP11 = lineScanner.minor > 0
        do throws(ParseError) {
            try section.checkHost(isHTTP11: isHTTP11, target: target)
        } catch {
            throw reject(error)
        }
        guard let method else { throw reject(ParseError(.notImplemented, "an unknown method")) }
        setIncoming(method, target.originForm(in: &head), isPersistent: section.isPersistent(isHTTP11: isHTTP11))
        let framing = try section.contentFraming(isHTTP11: isHTTP11, limit: limits.content)
        let expectsContinue = try section.expectsContinue(isHTTP11: isHTTP11)
        // The request owns these buffers now; a trailer uses new ones.
        head = []
        fieldScanner.reset()
        switch framing {
        case .length(0): return finish()
        case .length(let length): state = .counted(remaining: length)
        case .chunked: state = .chunked(ChunkScanner(limit: limits.content))
        }
        awaitsContinue = expectsContinue
        return nil
    }

    /// Stores the fields of a request without a usable target, host or method: they select the format of the error
    /// response.
    private mutating func reject(_ error: ParseError) -> ParseError {
        head.append(UInt8(ascii: "/"))
        setIncoming(method ?? .get, head.count - 1..<head.count, isPersistent: false)
        return error
    }

    private mutating func setIncoming(_ method: HTTPRequest.Method, _ target: Range<Int>, isPersistent: Bool) {
        incoming = IncomingRequest(
            head: RequestHead(method: method, bytes: head, target: target, lines: fieldScanner.lines, peer: peer),
            isHTTP11: lineScanner.minor > 0, isPersistent: isPersistent)
    }

    private mutating func parseCounted(
        _ bytes: Span<UInt8>, _ index: inout Int, remaining: Int
    ) -> IncomingRequest? {
        awaitsContinue = false
        let count = min(remaining, bytes.count - index)
        content.append(bytes.extracting(index..<index + count))
        index += count
        state = .counted(remaining: remaining - count)
        return count == remaining ? finish() : nil
    }

    /// Checks the trailer, which is discarded; rejects fields that would frame or route the message.
    private func checkTrailer() throws(ParseError) {
        for line in fieldScanner.lines {
            let name = head[line.name]
            if name.equalsIgnoringCase("content-length".utf8) || name.equalsIgnoringCase("transfer-encoding".utf8)
                || name.equalsIgnoringCase("host".utf8)
            {
                throw .malformed("a trailer with a field of the head")
            }
        }
    }

    /// Returns the request and resets the parser for the next one.
    private mutating func finish() -> IncomingRequest? {
        var finished = incoming.take()
        finished?.content = content
        state = .requestLine
        lineScanner = RequestLineScanner()
        method = nil
        target = nil
        content = []
        awaitsContinue = false
        head.removeAll()
        fieldScanner.reset()
        return finished
    }

    /// Reuses the buffers of an answered request for the next one, unless they have become large.
    mutating func reuse(_ buffers: consuming (bytes: [UInt8], lines: [RequestHead.Line])) {
        guard isIdle, head.isEmpty, buffers.bytes.capacity <= 2048 else { return }
        swap(&head, &buffers.bytes)
        head.removeAll(keepingCapacity: true)
        fieldScanner.reset(reusing: buffers.lines)
    }
}
