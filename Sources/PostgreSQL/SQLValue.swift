import FoundationEssentials

/// A parameter of a statement or a column of a row: bytea, int8, text, bool or timestamptz.
package enum SQLValue: Equatable, Sendable {
    case null
    case bytes([UInt8])
    /// A parameter is an int8; a column may also be an int2 or int4.
    case int(Int)
    case text(String)
    case bool(Bool)
    /// Rounded to microseconds.
    case time(Date)

    /// The binary format (PostgreSQL, section 55.2); nil for null.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .bytes(let bytes): bytes
        case .int(let value): Self.bigEndian(value)
        case .text(let text): Array(text.utf8)
        case .bool(let value): [value ? 1 : 0]
        case .time(let time): Self.bigEndian(Self.microseconds(time))
        }
    }

    /// Returns nil for a type that is none of the above, or for a malformed value.
    init?(type: UInt32, binary: UnsafeRawBufferPointer) {
        switch (type, binary.count) {
        case (17, _): self = .bytes(Array(binary))
        case (20, 8): self = .int(Int(Self.integer(binary, Int64.self)))
        case (21, 2): self = .int(Int(Self.integer(binary, Int16.self)))
        case (23, 4): self = .int(Int(Self.integer(binary, Int32.self)))
        case (25, _): self = .text(String(decoding: binary, as: UTF8.self))
        case (16, 1): self = .bool(binary[0] != 0)
        case (1184, 8):
            let microseconds = Double(Self.integer(binary, Int64.self))
            self = .time(Date(timeIntervalSinceReferenceDate: microseconds / 1_000_000 - Self.epochOffset))
        default: return nil
        }
    }

    /// Seconds from PostgreSQL's epoch (2000) to Foundation's (2001).
    private static let epochOffset = 366.0 * 86_400

    /// Returns the microseconds since 2000, within the years that a timestamptz and a date of the site can have.
    private static func microseconds(_ time: Date) -> Int {
        let seconds = time.timeIntervalSinceReferenceDate + epochOffset
        guard !seconds.isNaN else { return 0 }
        return Int((min(max(seconds, -6.3e10), 2.6e11) * 1_000_000).rounded())
    }

    private static func bigEndian(_ value: Int) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    private static func integer<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Value.Type) -> Value {
        Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }
}
