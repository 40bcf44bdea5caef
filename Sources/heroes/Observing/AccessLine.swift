import Basics
import Glibc

/// What an access log says of one answered request.
struct AccessLine {
    /// How lines are written.
    enum Form: String, CaseIterable { case text, json }

    /// Nanoseconds since 1970.
    var time = MonotonicTime.nanoseconds(CLOCK_REALTIME)
    var id: String
    var client: String
    var method: String
    var route: String
    var path: String
    var status: Int
    /// Of content, as it was sent.
    var bytes: Int
    var nanoseconds: UInt64
    var cache: String
    /// Whether the answer's end was not sent.
    var isCut = false

    private static let longestPath = 1024

    func bytes(_ form: Form) -> [UInt8] {
        var line = LineWriter(form)
        line.add("time") { $0.append(time: time) }
        line.add("id", id)
        line.add("client", client)
        line.add("method", method)
        line.add("route", route)
        line.add("path", path.utf8.count <= Self.longestPath ? path : String(path.prefix(Self.longestPath)) + "...")
        line.add("status", number: status)
        line.add("bytes", number: bytes)
        line.add("ms", milliseconds: nanoseconds)
        line.add("cache", cache)
        if isCut { line.add("ended", "cut") }
        return line.ended()
    }
}

/// Puts names and values on a line: `name=value name="value with blanks"`, or a JSON object.
struct LineWriter {
    private var bytes: [UInt8] = []
    private let form: AccessLine.Form
    private var isFirst = true

    init(_ form: AccessLine.Form) {
        self.form = form
        bytes.reserveCapacity(384)
        if form == .json { bytes.append(UInt8(ascii: "{")) }
    }

    mutating func add(_ name: StaticString, _ value: String) {
        begin(name)
        let isQuoted = form == .json || value.isEmpty || !value.utf8.allSatisfy(Self.isPlain)
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        for byte in value.utf8 { append(byte) }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// A value that needs no more than quotes in JSON.
    mutating func add(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        begin(name)
        if form == .json { bytes.append(UInt8(ascii: "\"")) }
        write(&bytes)
        if form == .json { bytes.append(UInt8(ascii: "\"")) }
    }

    mutating func add(_ name: StaticString, number: Int) {
        begin(name)
        bytes += String(number).utf8
    }

    /// Nanoseconds as milliseconds with three digits behind the point.
    mutating func add(_ name: StaticString, milliseconds nanoseconds: UInt64) {
        begin(name)
        let microseconds = Int(clamping: nanoseconds / 1000)
        bytes += String(microseconds / 1000).utf8
        bytes.append(UInt8(ascii: "."))
        bytes.append(digits: microseconds % 1000, 3)
    }

    consuming func ended() -> [UInt8] {
        if form == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private mutating func begin(_ name: StaticString) {
        if !isFirst { bytes.append(form == .json ? UInt8(ascii: ",") : UInt8(ascii: " ")) }
        isFirst = false
        if form == .json { bytes.append(UInt8(ascii: "\"")) }
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        if form == .json {
            bytes += "\":".utf8
        } else {
            bytes.append(UInt8(ascii: "="))
        }
    }

    /// Appends a byte of a value so that no client can write a line of its own or send a terminal anything.
    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x20...0x7E: bytes.append(byte)
        default:
            bytes += (form == .json ? "\\u00" : "\\x").utf8
            Hex.append(byte, to: &bytes)
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
            && byte != UInt8(ascii: "\\")
    }
}

extension [UInt8] {
    /// Appends a moment as RFC 3339 writes it, in milliseconds and UTC, from nanoseconds since 1970.
    mutating func append(time nanoseconds: UInt64) {
        append(timestamp: Int(nanoseconds / 1_000_000_000))
        removeLast()
        append(UInt8(ascii: "."))
        append(digits: Int(nanoseconds / 1_000_000 % 1000), 3)
        append(UInt8(ascii: "Z"))
    }
}
