/// What has come of an answer so far, kept within its limits.
struct Arrival {
    let byteLimit: Int
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// The limit that was passed, once one was.
    private(set) var exceeded: Int?
    private var headerBytes = 0

    /// Bytes of all header lines of one exchange together.
    private static let headerLimit = 256 * 1024

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// False where the body would grow past its limit.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= byteLimit - body.count else {
            exceeded = byteLimit
            return false
        }
        body.append(contentsOf: bytes)
        return true
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
