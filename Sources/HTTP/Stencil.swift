import Glibc

/// Bytes that are the same each time but for some places, where another text of the same length stands each time.
package struct Stencil: Sendable {
    /// With the text that was put in last.
    package private(set) var bytes: [UInt8]
    private let places: [Int]
    private let length: Int

    /// Makes a place of wherever the text is among the bytes.
    package init(_ bytes: [UInt8], around text: [UInt8]) {
        self.bytes = bytes
        length = text.count
        places = Self.places(of: text, in: bytes)
    }

    package var count: Int { bytes.count }

    /// Puts the text in all places; it has the length of the one that was there. As long as nobody else has the bytes,
    /// that copies none of them.
    package mutating func fill(with text: [UInt8]) {
        guard text.count == length, !places.isEmpty else { return }
        bytes.withUnsafeMutableBytes { bytes in
            text.withUnsafeBytes { text in
                for place in places {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + length]).copyMemory(from: text)
                }
            }
        }
    }

    /// A copy of the bytes with this text in all places, and with room for some more.
    package func filled(with text: [UInt8], reserving room: Int = 0) -> [UInt8] {
        var copy = self
        copy.bytes = []
        copy.bytes.reserveCapacity(bytes.count + room)
        copy.bytes += bytes
        copy.fill(with: text)
        return copy.bytes
    }

    /// The same in no more memory than it takes: what a page was written in may have had room for a much longer one.
    var fitted: Stencil {
        var fitted = self
        fitted.bytes = []
        fitted.bytes.reserveCapacity(bytes.count)
        fitted.bytes += bytes
        return fitted
    }

    /// Writes a number, its low byte first, over bytes outside of all places, so many before the end.
    mutating func write(_ number: UInt32, endingBefore rest: Int) {
        let start = bytes.count - rest - 4
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: number >> UInt32(index * 8)) }
    }

    /// The pieces between the places; one more than there are places.
    var pieces: [[UInt8]] {
        let starts = [0] + places.map { $0 + length }
        return zip(starts, places + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    private static func places(of text: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard let first = text.first else { return [] }
        var places: [Int] = []
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            while start + text.count <= bytes.count {
                guard let found = memchr(base + start, Int32(first), bytes.count - start) else { return }
                let place = UnsafeRawPointer(found) - base
                let isPlace = bytes[place...].starts(with: text)
                if isPlace { places.append(place) }
                start = place + (isPlace ? text.count : 1)
            }
        }
        return places
    }
}
