import Basics
import Glibc
import Heroes

/// One request in the access log.
struct AccessLogEntry {
    /// The format of a line: `name=value name="value with blanks"`, or a JSON object.
    enum Format: String, CaseIterable { case text, json }

    /// The nanoseconds since 1970.
    var time = MonotonicTime.nanoseconds(CLOCK_REALTIME)
    var id: String
    var client: String
    var method: String
    var route: UInt8
    var path: String
    var status: Int
    /// The number of bytes of content sent.
    var bytes: Int
    var nanoseconds: UInt64
    var cache: Trace.CacheStatus
    /// True if the response was aborted.
    var isTruncated = false

    private static let pathLimit = 1024

    func bytes(_ format: Format) -> [UInt8] {
        var line = LogLineWriter(format)
        line.add("time", timestamp(time))
        line.add("id", id)
        line.add("client", client)
        line.add("method", method)
        line.add("route", RouteLabel.names[Int(route)])
        line.add("path", path.utf8.count <= Self.pathLimit ? path : String(path.prefix(Self.pathLimit)) + "...")
        line.add("status", number: status)
        line.add("bytes", number: bytes)
        line.add("ms", number: Int(nanoseconds / 1_000_000), thousandths: Int(nanoseconds / 1000 % 1000))
        line.add("cache", cache.text)
        if isTruncated { line.add("ended", "cut") }
        return line.finish()
    }
}

private struct LogLineWriter {
    private var bytes: [UInt8] = []
    private let isJSON: Bool

    init(_ format: AccessLogEntry.Format) {
        isJSON = format == .json
        bytes.reserveCapacity(384)
    }

    /// Adds a value with escapes, so that clients cannot inject lines or terminal control sequences.
    mutating func add(_ name: StaticString, _ value: String) {
        begin(name)
        let isQuoted = isJSON || value.isEmpty || !value.utf8.allSatisfy(Self.isPlain)
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x20...0x7E: bytes.append(byte)
            default:
                bytes += (isJSON ? "\\u00" : "\\x").utf8
                Hex.append(byte, to: &bytes)
            }
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    mutating func add(_ name: StaticString, number: Int, thousandths: Int? = nil) {
        begin(name)
        bytes += String(number).utf8
        guard let thousandths else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(digits: thousandths, 3)
    }

    consuming func finish() -> [UInt8] {
        if isJSON { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private mutating func begin(_ name: StaticString) {
        if !bytes.isEmpty {
            bytes.append(isJSON ? UInt8(ascii: ",") : UInt8(ascii: " "))
        } else if isJSON {
            bytes.append(UInt8(ascii: "{"))
        }
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
        name.withUTF8Buffer { bytes += $0 }
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
        bytes.append(isJSON ? UInt8(ascii: ":") : UInt8(ascii: "="))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
            && byte != UInt8(ascii: "\\")
    }
}

/// Returns an RFC 3339 timestamp in UTC with milliseconds, from nanoseconds since 1970.
func timestamp(_ nanoseconds: UInt64 = MonotonicTime.nanoseconds(CLOCK_REALTIME)) -> String {
    var bytes: [UInt8] = []
    bytes.append(timestamp: Int(nanoseconds / 1_000_000_000))
    bytes[bytes.count - 1] = UInt8(ascii: ".")
    bytes.append(digits: Int(nanoseconds / 1_000_000 % 1000), 3)
    return String(decoding: bytes, as: UTF8.self) + "Z"
}
