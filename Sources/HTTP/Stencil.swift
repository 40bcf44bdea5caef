import Glibc

/// Bytes that are the same each time but for some places, where another text of the same length stands each time.
package struct Stencil: Sendable {
    private let template: [UInt8]
    private let places: [Int]
    private let length: Int

    /// Makes a place of wherever the text is among the bytes.
    package init(_ bytes: [UInt8], around text: [UInt8]) {
        template = bytes
        length = text.count
        places = Self.places(of: text, in: bytes)
    }

    package var count: Int { template.count }

    /// The bytes with this text in all places; it has the length of the one that was there. There is room for some more.
    package func filled(with text: [UInt8], reserving room: Int = 0) -> [UInt8] {
        guard text.count == length, !places.isEmpty else { return template }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(template.count + room)
        bytes += template
        bytes.withUnsafeMutableBytes { bytes in
            text.withUnsafeBytes { text in
                for place in places {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + length]).copyMemory(from: text)
                }
            }
        }
        return bytes
    }

    /// The pieces between the places; one more than there are places.
    var pieces: [[UInt8]] {
        let starts = [0] + places.map { $0 + length }
        return zip(starts, places + [template.count]).map { Array(template[$0..<$1]) }
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
