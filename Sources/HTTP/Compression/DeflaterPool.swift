import Synchronization

/// Compressors for whoever compresses just now: kept from one use to the next, and never waited for.
///
/// Making one costs up to 58 µs in page faults, resetting one 0.5 µs.
final class DeflaterPool: Sendable {
    private final class Place: Sendable {
        let deflater = Mutex<Deflater?>(nil)
    }

    private let level: Int32
    private let places: [Place]

    /// The level is 1, quick, to 9, small.
    init(level: Int32, count: Int) {
        self.level = level
        places = (0..<count).map { _ in Place() }
    }

    /// Appends the bytes as `Deflater.append` does, by the first compressor that is free or by one of its own.
    func append(_ bytes: [UInt8], after history: [UInt8], to output: inout [UInt8], isLast: Bool) -> Bool {
        for place in places {
            let isDone = place.deflater.withLockIfAvailable { place in
                withDeflater(at: &place) { $0.append(bytes, after: history, to: &output, isLast: isLast) }
            }
            if let isDone { return isDone }
        }
        var ownPlace: Deflater?
        return withDeflater(at: &ownPlace) { $0.append(bytes, after: history, to: &output, isLast: isLast) }
    }

    private func withDeflater(at place: inout Deflater?, _ work: (inout Deflater) -> Bool) -> Bool {
        guard var deflater = place.take() ?? Deflater(level: level) else { return false }
        let isDone = work(&deflater)
        place = consume deflater
        return isDone
    }
}
