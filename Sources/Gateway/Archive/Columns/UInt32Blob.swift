import FoundationEssentials
import GRDB

/// The encoding of 32-bit numbers as a blob, little-endian.
enum UInt32Blob {
    /// The error for an archive with inconsistent arrays.
    static let corruption = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "inconsistent columns")

    static func bytes(_ numbers: [UInt32]) -> [UInt8] { numbers.map(\.littleEndian).withUnsafeBytes { Array($0) } }

    static func numbers(_ data: Data) -> [UInt32] {
        var numbers = [UInt32](repeating: 0, count: data.count / 4)
        numbers.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
        return numbers.map(UInt32.init(littleEndian:))
    }
}
