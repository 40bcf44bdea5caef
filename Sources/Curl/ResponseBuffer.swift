/// The response received so far, within its limits.
struct ResponseBuffer {
    let byteLimit: Int
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// The limit that was exceeded, if any.
    private(set) var exceededLimit: Int?
    /// The error of the body, if any.
    private(set) var bodyError: String?
    private var headerBytes = 0
    private var inflater: Inflater?

    /// The limit of bytes of all header lines of one exchange.
    private static let headerLimit = 256 * 1024

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Appends a piece of the body; returns false if it exceeds the limit or is not in its content coding.
    mutating func appendBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty, inflater == nil {
            switch coding {
            case "": break
            case "gzip", "x-gzip": inflater = Inflater()
            case let coding: bodyError = "the body has an unrequested content coding: \(coding)"
            }
        }
        guard bodyError == nil else { return false }
        guard let inflater else { return append(bytes) }
        do throws(Inflater.Failure) {
            return try inflater.inflate(bytes) { append($0) }
        } catch {
            bodyError = error.text
            return false
        }
    }

    /// Ends the body: without this check half a compressed body would seem complete.
    mutating func end() {
        if inflater?.isBetweenMembers == false { bodyError = "the compressed body is truncated" }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= byteLimit - body.count else {
            exceededLimit = byteLimit
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// The content coding (RFC 9110 section 8.4), lowercase; empty if there is none.
    private var coding: String {
        let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map { $0.value.lowercased() }
        return codings.filter { $0 != "identity" && !$0.isEmpty }.joined(separator: ", ")
    }

    /// Appends a complete line; returns false if the lines exceed their limit.
    mutating func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            exceededLimit = Self.headerLimit
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            // A further status line begins the final response after an interim one (RFC 9110 section 15.2).
            headers = []
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: bytes[..<colon], as: UTF8.self)
            headers.append((name, String(decoding: Self.trimming(bytes[(colon + 1)...]), as: UTF8.self)))
        }
        return true
    }

    /// Removes the white space around a value, and the line's end.
    private static func trimming(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        let start = bytes.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start.prefix(0) }
        return start[...last]
    }
}
