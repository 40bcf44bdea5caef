import Synchronization

/// Distinct numbers, so that each visitor gets another token.
final class DistinctNumbers: Sendable {
    private let last = Atomic<UInt64>(0x0123_4567_89ab_cdef)
    func next() -> UInt64 { last.wrappingAdd(0x0101_0101_0101_0101, ordering: .relaxed).newValue }
}
