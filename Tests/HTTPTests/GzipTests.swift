import Support
import Testing

@testable import HTTP

@Suite struct GzipTests {
    private let pool = DeflaterPool(level: 1, count: 2)

    private func text(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let words = ["spider", "man", "<li class=\"hero\">", "comic", " ", "\n", "é"].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += words.randomElement(using: &generator) ?? [] }
        return Array(bytes[..<count])
    }

    private func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 2)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test("zlib decompresses empty, large and random content")
    func roundTrip() throws {
        // Sizes below and above that of the compressor's output buffer, 16 kB.
        for content in [0, 1, 511, 16_383, 70_000, 300_000].map({ text($0) }) + [noise(16_384), noise(100_001)] {
            let compressed = try #require(GzipMember.compress(content, by: pool))
            #expect(try Gunzip.decompress(compressed) == content)
        }
    }

    @Test("a higher level has a smaller result")
    func level() throws {
        let quick = try #require(GzipMember.compress(text(50_000), by: pool))
        let small = try #require(GzipMember.compress(text(50_000), by: DeflaterPool(level: 9, count: 0)))
        #expect(small.count < quick.count && quick.count < 25_000)
        #expect(try Gunzip.decompress(small) == text(50_000))
    }

    @Test("each part can be read on arrival, and all together are one member")
    func parts() throws {
        let parts = [text(10_000), text(1, seed: 2), noise(20_000), text(40_000, seed: 3), text(10_000)]
        var (member, compressed, content) = (GzipMember(), [UInt8](), [UInt8]())
        for part in parts {
            let next = member.part(part, by: pool)
            compressed += try #require(next)
            content += part
            #expect(try Gunzip.decompressPartial(compressed) == content)
            #expect(throws: Gunzip.Malformed.self) { try Gunzip.decompress(compressed) }
        }
        #expect(try Gunzip.decompress(compressed + member.end()) == content)
    }

    @Test("a part refers to the preceding 32 kB")
    func history() throws {
        var member = GzipMember()
        func count(_ content: [UInt8]) -> Int { member.part(content, by: pool)?.count ?? 0 }
        #expect(count(noise(8_000)) > 8_000)
        #expect(count(noise(8_000)) < 200)
        #expect(count(Array(repeating: 0, count: 33_000)) < 300)
        #expect(count(noise(8_000)) > 8_000)
    }

    @Test("more concurrent tasks than slots of the pool do not affect each other")
    func concurrency() async {
        await withTaskGroup(of: Bool.self) { [pool] group in
            for seed in 0..<32 {
                let content = text(5_000 + seed * 1_000, seed: UInt64(seed))
                group.addTask {
                    let compressed = GzipMember.compress(content, by: pool)
                    // A failure is equal to wrong content.
                    return compressed.flatMap { try? Gunzip.decompress($0) } == content
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
