import Glibc
import Synchronization

/// Randomness of the system, fetched for many at once: a call for each nonce would cost more than all else of a page
/// that is there already.
final class RandomPool: Sendable {
    private static let size = 32

    private let words = Mutex<[UInt64]>([])

    /// 64 bits that nobody else gets.
    func next() -> UInt64 {
        words.withLock { words in
            if words.isEmpty { Self.fill(&words) }
            return words.popLast() ?? .random(in: .min ... .max)
        }
    }

    /// Up to 256 bytes come whole and at once (getentropy(3)); nothing where the system has none.
    private static func fill(_ words: inout [UInt64]) {
        words = [UInt64](unsafeUninitializedCapacity: size) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            count = getentropy(bytes.baseAddress, bytes.count) == 0 ? size : 0
        }
    }
}
