import FoundationEssentials
import GRDB

/// Arrays of 32-bit numbers as blobs, little-endian.
enum UInt32Blob {
    /// The error for an archive whose arrays do not fit each other.
    static let damage = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "vectors that do not fit each other")

    static func bytes(_ numbers: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count * 4)
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }

    static func numbers(_ data: Data) -> [UInt32] {
        data.withUnsafeBytes { bytes in
            (0..<(bytes.count / 4)).map {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
            }
        }
    }
}
