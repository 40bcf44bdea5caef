import CZlib

/// A picture as a PNG file with a palette of 256 colours (PNG specification, third edition). It has a quarter of the size
/// of one with three bytes a pixel: a picture has few colours, and their mixtures along edges look the same with fewer.
struct PalettePNG {
    private let width: Int
    private let height: Int
    let palette: [UInt32]
    /// The rows of palette indices, each after its filter type, 0.
    let rows: [UInt8]

    /// Takes pixels of the form 0xXXRRGGBB in rows.
    init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let counts = Self.counts(pixels)
        palette = Self.palette(counts)
        let indices = Self.indices(of: counts.keys, in: palette)
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        var last = (colour: UInt32.max, index: UInt8(0))
        for (position, pixel) in pixels.enumerated() {
            if position % width == 0 { rows.append(0) }
            let colour = pixel & 0xFF_FF_FF
            // A picture is mostly runs of one colour.
            if colour != last.colour { last = (colour, indices[colour] ?? 0) }
            rows.append(last.index)
        }
        self.rows = rows
    }

    /// Returns the number of pixels of each colour.
    private static func counts(_ pixels: UnsafeBufferPointer<UInt32>) -> [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        var run = (colour: UInt32(0), length: 0)
        for pixel in pixels {
            let colour = pixel & 0xFF_FF_FF
            if colour != run.colour {
                counts[run.colour, default: 0] += run.length
                run = (colour, 0)
            }
            run.length += 1
        }
        counts[run.colour, default: 0] += run.length
        return counts
    }

    /// Returns the colours of large areas, and of the others the most frequent of each group that looks alike.
    private static func palette(_ counts: [UInt32: Int]) -> [UInt32] {
        func sorted(_ counts: [UInt32: Int]) -> [UInt32] {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        }
        let areas = 96
        let colours = sorted(counts)
        var groups: [UInt32: (colour: UInt32, count: Int)] = [:]
        for colour in colours.dropFirst(areas) {
            groups[colour & 0xF0_F0_F0, default: (colour, 0)].count += counts[colour] ?? 0
        }
        let mixtures = sorted(Dictionary(uniqueKeysWithValues: groups.values.map { ($0.colour, $0.count) }))
        return Array((colours.prefix(areas) + mixtures).prefix(256))
    }

    /// Returns the index of the nearest colour of the palette for each colour.
    private static func indices(of colours: some Sequence<UInt32>, in palette: [UInt32]) -> [UInt32: UInt8] {
        func channels(_ colour: UInt32) -> SIMD4<Int32> {
            SIMD4(Int32(colour >> 16 & 0xFF), Int32(colour >> 8 & 0xFF), Int32(colour & 0xFF), 0)
        }
        let entries = palette.map(channels)
        var indices: [UInt32: UInt8] = [:]
        for colour in colours {
            let wanted = channels(colour)
            var nearest = (index: 0, distance: Int32.max)
            for (index, entry) in entries.enumerated() {
                let difference = entry &- wanted
                let distance = (difference &* difference).wrappedSum()
                if distance < nearest.distance { nearest = (index, distance) }
            }
            indices[colour] = UInt8(nearest.index)
        }
        return indices
    }

    /// Returns the file, or nil if memory is short.
    func file() -> [UInt8]? {
        var length = compressBound(UInt(rows.count))
        var data = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&data, &length, rows, UInt(rows.count), Z_DEFAULT_COMPRESSION) == Z_OK else { return nil }
        // Eight bits a pixel, which are indices, without interlacing.
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, 3, 0, 0, 0]
        let colours = palette.flatMap { Self.bytes($0).dropFirst() }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", colours) + Self.chunk("IDAT", data.prefix(Int(length))) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: StaticString, _ content: some Collection<UInt8>) -> [UInt8] {
        let checked = type.withUTF8Buffer { Array($0) } + content
        return bytes(UInt32(content.count)) + checked + bytes(UInt32(crc32(0, checked, UInt32(checked.count))))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
}
