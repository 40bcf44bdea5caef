import Basics
import Glibc

/// The format of the lines of both logs: `name=value name="value with blanks"`, or a JSON object.
enum LogFormat: Sendable { case text, json }

/// The writer of one line of a log.
struct LogLine {
    private var bytes: [UInt8] = []
    private let isJSON: Bool

    init(_ format: LogFormat) {
        isJSON = format == .json
        bytes.reserveCapacity(384)
    }

    /// Adds a value with escapes, so that clients cannot inject lines or terminal control sequences.
    mutating func add(_ name: String, _ value: String) {
        begin(name)
        let isPlain = value.utf8.allSatisfy(Self.isPlain)
        let isQuoted = isJSON || value.isEmpty || !isPlain
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if isPlain { bytes += value.utf8 } else { value.unicodeScalars.forEach { append($0) } }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    mutating func add(_ name: String, number: Int, thousandths: Int? = nil) {
        begin(name)
        bytes += String(number).utf8
        guard let thousandths else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(digits: thousandths, 3)
    }

    /// Returns the line with its line break.
    consuming func finish() -> [UInt8] {
        if isJSON { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private mutating func begin(_ name: String) {
        if !bytes.isEmpty {
            bytes.append(isJSON ? UInt8(ascii: ",") : UInt8(ascii: " "))
        } else if isJSON {
            bytes.append(UInt8(ascii: "{"))
        }
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
        bytes += name.utf8
        if isJSON { bytes.append(UInt8(ascii: "\"")) }
        bytes.append(isJSON ? UInt8(ascii: ":") : UInt8(ascii: "="))
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case _ where scalar == "\"" || scalar == "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
        case .control, .format, .lineSeparator, .paragraphSeparator:
            for unit in String(scalar).utf16 {
                bytes += (isJSON || unit > 0xFF ? "\\u" : "\\x").utf8
                if isJSON || unit > 0xFF { Hex.append(UInt8(unit >> 8), to: &bytes) }
                Hex.append(UInt8(unit & 0xFF), to: &bytes)
            }
        default: bytes += String(scalar).utf8
        }
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
