/// A generator that repeats itself, so that a test that fails fails again (SplitMix64).
package struct RepeatableGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [UInt8] {
    /// The bytes with a few of them changed, left out, doubled or cut off, as bad wires and bad servers do.
    package func damaged(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] = bytes[Int.random(in: bytes.indices, using: &generator)]
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
            default: bytes.removeSubrange(place..<Swift.min(place + 200, bytes.count))
            }
        }
        return bytes
    }
}
