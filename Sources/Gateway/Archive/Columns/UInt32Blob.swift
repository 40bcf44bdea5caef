import FoundationEssentials
import GRDB

/// Arrays of 32-bit numbers as blobs, little-endian.
enum UInt32Blob {
    /// The error for an archive whose arrays do not fit each other.
    static let damage = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "vectors that do not fit each other")

    static func bytes(_ numbers: [UInt32]) -> [UInt8] { numbers.map(\.littleEndian).withUnsafeBytes { Array($0) } }

    static func numbers(_ data: Data) -> [UInt32] {
        var numbers = [UInt32](repeating: 0, count: data.count / 4)
        numbers.withUnsafeMutableBytes { _ = data.copyBytes(to: $0) }
        return numbers.map(UInt32.init(littleEndian:))
    }
}
