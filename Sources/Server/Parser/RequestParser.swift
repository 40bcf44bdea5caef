import Basics
import HTTP
import HTTPTypes

/// Reads requests from a stream of bytes (RFC 9112), with the same result however the bytes are cut into pieces.
///
/// What is not exactly as the grammar says is refused, with one answer, after which nothing more is read.
struct RequestParser {
    struct Limits {
        var head = 16 * 1024
        var fields = 100
        var content = 64 * 1024
    }

    enum Outcome {
        /// All bytes are taken and the request is not complete.
        case incomplete
        case request(IncomingRequest)
        case refused(Refusal)
    }

    private enum Stage {
        case requestLine, fields, counted(remaining: Int), chunked(ChunkScanner), trailer
        case refused(Refusal)
    }

    private let limits: Limits
    private let peer: String
    private var stage = Stage.requestLine
    private var lineScanner = RequestLineScanner()
    private var fieldScanner: FieldScanner
    /// The head as far as it has come, or after it the trailer.
    private var head: [UInt8] = []
    /// Nil where it is none that this server knows.
    private var method: HTTPRequest.Method?
    private var target: RequestTarget?
    /// Why there is none, told once the fields are there.
    private var targetRefusal: Refusal?
    private var incoming: IncomingRequest?
    private var content: [UInt8] = []
    private var awaitsContinue = false

    init(limits: Limits, peer: String) {
        self.limits = limits
        self.peer = peer
        // More than 65,534 would end the program in HTTPFields.
        fieldScanner = FieldScanner(limit: min(limits.fields, 10_000))
    }

    /// Whether no byte of a request has come, but for an empty line before it.
    var isIdle: Bool {
        if case .requestLine = stage { head.count == lineScanner.method.lowerBound } else { false }
    }

    /// The request whose head is complete while its content is still coming.
    var headRequest: Request? { incoming?.request }

    /// Whether that is so.
    var hasHead: Bool { incoming != nil }

    /// Whether the request is HEAD, however malformed it is after its method.
    var isHead: Bool {
        target == nil ? lineScanner.hasMethod && head[lineScanner.method].elementsEqual("HEAD".utf8) : method == .head
    }

    /// Whether the client waits for 100 before it sends its content (RFC 9110 section 10.1.1); true once.
    mutating func takeContinue() -> Bool {
        defer { awaitsContinue = false }
        return awaitsContinue
    }

    /// Takes bytes from `index` on, up to the end of one request.
    mutating func parse(_ bytes: Span<UInt8>, _ index: inout Int) -> Outcome {
        do throws(Refusal) {
            while index < bytes.count {
                if let incoming = try advance(bytes, &index) { return .request(incoming) }
            }
            return .incomplete
        } catch {
            stage = .refused(error)
            return .refused(error)
        }
    }

    /// One stage further; a request where that was the last one.
    private mutating func advance(_ bytes: Span<UInt8>, _ index: inout Int) throws(Refusal) -> IncomingRequest? {
        switch stage {
        case .requestLine:
            if try scanRequestLine(bytes, &index) { stage = .fields }
        case .fields:
            if try scanFields(bytes, &index) { return try startContent() }
        case .counted(let remaining): return takeCounted(bytes, &index, remaining: remaining)
        case .chunked(var scanner):
            awaitsContinue = false
            let isLast = try scanner.scan(bytes, &index, into: &content)
            stage = isLast ? .trailer : .chunked(scanner)
        case .trailer:
            if try scanFields(bytes, &index) {
                try checkTrailer()
                return finish()
            }
        case .refused(let refusal): throw refusal
        }
        return nil
    }

    private mutating func scanRequestLine(_ bytes: Span<UInt8>, _ index: inout Int) throws(Refusal) -> Bool {
        let isComplete = try takeRequestLine(bytes, &index)
        if isComplete {
            try interpretRequestLine()
        } else if head.count == limits.head {
            // RFC 9112 section 3 tells the one from the other.
            throw lineScanner.hasMethod
                ? Refusal(.uriTooLong, "a request line over \(limits.head) bytes")
                : Refusal(.notImplemented, "a method over \(limits.head) bytes")
        }
        return isComplete
    }

    /// Keeps what was scanned of a malformed line, too, for its method.
    private mutating func takeRequestLine(_ bytes: Span<UInt8>, _ index: inout Int) throws(Refusal) -> Bool {
        let start = index
        let end = min(bytes.count, start + limits.head - head.count)
        defer { head.append(bytes.extracting(start..<index)) }
        return try lineScanner.scan(bytes, &index, upTo: end, shift: head.count - start)
    }

    private mutating func interpretRequestLine() throws(Refusal) {
        let name = head[lineScanner.method]
        method = HTTPRequest.Method(known: name)
        // A higher minor version is taken as the highest known one (RFC 9110 section 2.5).
        guard lineScanner.major == 1 else { throw Refusal(.httpVersionNotSupported, "HTTP/\(lineScanner.major)") }
        do throws(Refusal) {
            target = try RequestTarget(head[lineScanner.target], of: name)
        } catch {
            targetRefusal = error
        }
    }

    private mutating func scanFields(_ bytes: Span<UInt8>, _ index: inout Int) throws(Refusal) -> Bool {
        let start = index
        let end = min(bytes.count, start + limits.head - head.count)
        let isComplete = try fieldScanner.scan(bytes, &index, upTo: end, shift: head.count - start)
        head.append(bytes.extracting(start..<index))
        if !isComplete, head.count == limits.head {
            throw Refusal(.requestHeaderFieldsTooLarge, "fields over \(limits.head) bytes")
        }
        return isComplete
    }

    /// The head is complete; the request is, too, where no content follows.
    private mutating func startContent() throws(Refusal) -> IncomingRequest? {
        if let targetRefusal { throw refuse(targetRefusal) }
        guard let target else { return nil }
        let section = try FieldSection(fieldScanner.lines, in: head)
        let isVersion11 = lineScanner.minor > 0
        do throws(Refusal) {
            try section.checkHost(isVersion11: isVersion11, target: target)
        } catch {
            throw refuse(error)
        }
        guard let method else { throw refuse(Refusal(.notImplemented, "a method that nobody knows")) }
        let place = target.placed(in: &head)
        incoming = IncomingRequest(
            head: RequestHead(method: method, bytes: head, target: place, lines: fieldScanner.lines, peer: peer),
            isVersion11: isVersion11, keepsAlive: section.keepsAlive(isVersion11: isVersion11))
        let framing = try ContentFraming(section, isVersion11: isVersion11, limit: limits.content)
        let expectsContinue = try section.expectsContinue(isVersion11: isVersion11)
        // These are the request's now; a trailer comes into others.
        head = []
        fieldScanner.reset()
        switch framing {
        case .length(0): return finish()
        case .length(let length): stage = .counted(remaining: length)
        case .chunked: stage = .chunked(ChunkScanner(limit: limits.content))
        }
        awaitsContinue = expectsContinue
        return nil
    }

    /// Keeps the fields of a request without a usable target, host or method: they tell in which form to refuse it.
    private mutating func refuse(_ refusal: Refusal) -> Refusal {
        head.append(UInt8(ascii: "/"))
        incoming = IncomingRequest(
            head: RequestHead(
                method: method ?? .get, bytes: head, target: head.count - 1..<head.count, lines: fieldScanner.lines,
                peer: peer),
            isVersion11: lineScanner.minor > 0, keepsAlive: false)
        return refusal
    }

    private mutating func takeCounted(
        _ bytes: Span<UInt8>, _ index: inout Int, remaining: Int
    ) -> IncomingRequest? {
        awaitsContinue = false
        let taken = min(remaining, bytes.count - index)
        content.append(bytes.extracting(index..<index + taken))
        index += taken
        stage = .counted(remaining: remaining - taken)
        return taken == remaining ? finish() : nil
    }

    /// The trailer is read and thrown away; one that would frame or route the message is refused.
    private func checkTrailer() throws(Refusal) {
        for line in fieldScanner.lines {
            let name = head[line.name]
            if name.equalsIgnoringCase("content-length") || name.equalsIgnoringCase("transfer-encoding")
                || name.equalsIgnoringCase("host")
            {
                throw .malformed("a trailer field that belongs in the head")
            }
        }
    }

    /// The request, the parser being ready for the next one.
    private mutating func finish() -> IncomingRequest? {
        var finished = incoming.take()
        finished?.content = content
        stage = .requestLine
        lineScanner = RequestLineScanner()
        method = nil
        target = nil
        content = []
        awaitsContinue = false
        head.removeAll()
        fieldScanner.reset()
        return finished
    }

    /// Takes the buffers of an answered request for the next one, unless it has made them large.
    mutating func reuse(_ buffers: consuming (bytes: [UInt8], lines: [RequestHead.Line])) {
        guard isIdle, head.isEmpty, buffers.bytes.capacity <= 2048 else { return }
        swap(&head, &buffers.bytes)
        head.removeAll(keepingCapacity: true)
        fieldScanner.reset(reusing: buffers.lines)
    }
}
