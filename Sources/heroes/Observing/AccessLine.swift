import Basics
import Glibc
import Heroes

/// The line of one answered request in the access log.
struct AccessLine {
    /// The syntax of lines: `name=value name="value with blanks"`, or a JSON object.
    enum Form: String, CaseIterable { case text, json }

    /// Nanoseconds since 1970.
    var time = MonotonicTime.nanoseconds(CLOCK_REALTIME)
    var id: String
    var client: String
    var method: String
    var route: UInt8
    var path: String
    var status: Int
    /// Of content, as it was sent.
    var bytes: Int
    var nanoseconds: UInt64
    var cache: Trace.CacheStatus
    /// Whether the answer's end was not sent.
    var isCut = false

    private static let longestPath = 1024

    func bytes(_ form: Form) -> [UInt8] {
        var line = LineWriter(form)
        line.add("time") { $0.append(timestampInMilliseconds: time) }
        line.add("id", id)
        line.add("client", client)
        line.add("method", method)
        line.add("route", RouteLabel.texts[Int(route)])
        line.add("path", path.utf8.count <= Self.longestPath ? path : String(path.prefix(Self.longestPath)) + "...")
        line.add("status", number: status)
        line.add("bytes", number: bytes)
        line.add("ms", number: Int(nanoseconds / 1_000_000), thousandths: Int(nanoseconds / 1000 % 1000))
        line.add("cache", cache.text)
        if isCut { line.add("ended", "cut") }
        return line.ended()
    }
}

private struct LineWriter {
    private var bytes: [UInt8] = []
    private let isJSON: Bool

    init(_ form: AccessLine.Form) {
        isJSON = form == .json
        bytes.reserveCapacity(384)
    }

    /// Adds a value so that no client can write a line of its own or send a terminal anything.
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

    /// Adds a value that needs no escapes.
    mutating func add(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        begin(name)
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
        write(&bytes)
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
    }

    mutating func add(_ name: StaticString, number: Int, thousandths: Int? = nil) {
        begin(name)
        bytes += String(number).utf8
        guard let thousandths else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(digits: thousandths, 3)
    }

    consuming func ended() -> [UInt8] {
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

/// Returns a moment as RFC 3339 writes it, in milliseconds and UTC, from nanoseconds since 1970.
func timestamp(_ nanoseconds: UInt64 = MonotonicTime.nanoseconds(CLOCK_REALTIME)) -> String {
    var bytes: [UInt8] = []
    bytes.append(timestampInMilliseconds: nanoseconds)
    return String(decoding: bytes, as: UTF8.self)
}

extension [UInt8] {
    fileprivate mutating func append(timestampInMilliseconds nanoseconds: UInt64) {
        append(timestamp: Int(nanoseconds / 1_000_000_000))
        removeLast()
        append(UInt8(ascii: "."))
        append(digits: Int(nanoseconds / 1_000_000 % 1000), 3)
        append(UInt8(ascii: "Z"))
    }
}
