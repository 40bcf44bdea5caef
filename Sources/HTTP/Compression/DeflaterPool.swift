import Synchronization

/// Compressors for whoever compresses just now: kept from one use to the next, and never waited for.
///
/// Making one costs up to 58 µs in page faults, resetting one 2 µs.
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
    func append(_ bytes: [UInt8], to output: inout [UInt8], isLast: Bool) -> Bool {
        for place in places {
            let isDone = place.deflater.withLockIfAvailable { deflater in
                Self.append(bytes, to: &output, isLast: isLast, by: &deflater, level)
            }
            if let isDone { return isDone }
        }
        var deflater: Deflater?
        return Self.append(bytes, to: &output, isLast: isLast, by: &deflater, level)
    }

    private static func append(
        _ bytes: [UInt8], to output: inout [UInt8], isLast: Bool, by place: inout Deflater?, _ level: Int32
    ) -> Bool {
        guard var deflater = place.take() ?? Deflater(level: level) else { return false }
        let isDone = deflater.append(bytes, to: &output, isLast: isLast)
        place = consume deflater
        return isDone
    }
}
