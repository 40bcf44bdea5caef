import Testing

@testable import Pictures

@Suite("PNG files with a palette")
struct PalettePNGTests {
    private static let areas: [UInt32] = [0xFF_FF_FF, 0xC2_2B_16, 0x14_12_10, 0x15_12_10]

    /// Large areas, and many mixtures such as those along edges.
    private static let pixels: [UInt32] =
        areas.flatMap { Array(repeating: $0, count: 1_000) } + mixtures

    private static var mixtures: [UInt32] {
        (1...255).flatMap { share in
            let (light, red, dark) = (UInt32(share), UInt32(share) * 0xC2 / 255, 255 - UInt32(share))
            return [0xFF_00_00 | light << 8 | light, red << 16, dark << 16 | dark << 8 | dark]
        }
    }

    private let picture = Self.pixels.withUnsafeBufferPointer { PalettePNG($0, width: 953, height: 5) }

    @Test("the colours of areas are exact, also if they differ by one step, and mixtures have a similar colour")
    func colours() throws {
        try #require(picture.palette.count <= 256)
        let shown = picture.rows.indices.filter { $0 % 954 > 0 }.map { picture.palette[Int(picture.rows[$0])] }
        #expect(shown.prefix(4_000) == Self.pixels.prefix(4_000))
        let differences = zip(shown, Self.pixels).map(Self.difference)
        #expect(differences.max() ?? 0 < 32)
    }

    /// Returns the largest difference of a channel.
    private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
        let channels: [Int] = [16, 8, 0].map { (shift: UInt32) -> Int in
            abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF))
        }
        return channels.max() ?? 0
    }

    @Test("the file has the size, and each part its checksum")
    func file() throws {
        let bytes = try #require(picture.file())
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(bytes[16..<29] == [0, 0, 0x03, 0xB9, 0, 0, 0, 5, 8, 3, 0, 0, 0])
        #expect(bytes.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
}
