import Synchronization

/// Bytes that were sent so far.
final class ByteCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}
