/// What has come of an answer so far, kept within its limits.
struct Arrival {
    let byteLimit: Int
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// The limit that was passed, once one was.
    private(set) var exceeded: Int?
    /// What is wrong with the body, once something is.
    private(set) var fault: String?
    private var headerBytes = 0
    private var inflater: Inflater?

    /// Bytes of all header lines of one exchange together.
    private static let headerLimit = 256 * 1024

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// False where the body would grow past its limit, or is not what its coding says.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty, inflater == nil {
            switch coding {
            case "": break
            case "gzip", "x-gzip": inflater = Inflater()
            case let coding: fault = "the body is coded as \(coding), which was not asked for"
            }
        }
        guard fault == nil else { return false }
        guard let inflater else { return keep(bytes) }
        do throws(Inflater.Failure) {
            return try inflater.inflate(bytes) { keep($0) }
        } catch {
            fault = error.text
            return false
        }
    }

    /// To be told when no more comes: half a compressed body looks whole otherwise.
    mutating func end() {
        if inflater?.isBetweenMembers == false { fault = "the compressed body ends before its end" }
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= byteLimit - body.count else {
            exceeded = byteLimit
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// The content coding (RFC 9110 section 8.4), lowercase; empty where there is none.
    private var coding: String {
        let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map { $0.value.lowercased() }
        return codings.filter { $0 != "identity" && !$0.isEmpty }.joined(separator: ", ")
    }

    /// Takes one whole line; false where the lines would grow past their limit.
    mutating func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            exceeded = Self.headerLimit
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            // A further status line begins the answer proper after an interim one (RFC 9110 section 15.2).
            headers = []
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: bytes[..<colon], as: UTF8.self)
            headers.append((name, String(decoding: Self.trimmed(bytes[(colon + 1)...]), as: UTF8.self)))
        }
        return true
    }

    /// Without white space and the line's end around it.
    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        let start = bytes.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start.prefix(0) }
        return start[...last]
    }
}
