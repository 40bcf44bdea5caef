import HTML
import Support
import Testing

@Suite("Seeded mutations of attacks")
struct SanitizerMutationTests {
    private static let fragments = [
        "<", ">", "\"", "'", "&", "/", "=", "<!--", "-->", "]]>", "\u{0}", "\r\n\r\n", "<br>", "<p>", "</p>", "<b>",
        "</b>", "<i>", "<ul>", "<li>", "</ul>", "<a href=\"https://a.example/\">",
        "</a>", "<svg>", "</svg>", "<math>", "<style>", "</style>", "<script>", "</script>", "<table>", "<td>",
        "<template>", "</template>", "<form>", "</form>", "<textarea>", "<h2>", "&lt;",
        "&#x80;", "&nbsp;", "Ã", "â€™", "â€", "\u{9D}", "\u{FEFF}", "\u{FFFD}", "\u{202E}", "ï»¿", " ", "#N/A",
        "32 PGS./MARVEL PSR…$2.99", "É’", "&amp;", "amp;", "#39;", "&amp;eacute;", "&amp;lt;", "&amp;#x26;", "<iframe>",
        "</iframe>", "<object>", "</object>", "<desc>", "</math>", "<figure>", "</figure>", "\n* * *\n",
        "\n- A\n- B\nC", "<b x y ", " US/$3.50 CAN", "IRMÃ“", "MANHÃ–TARDE", "”",
    ]

    @Test("match the output grammar, and are unchanged when sanitized twice", arguments: 0..<8)
    func mutations(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let payloads = try (SanitizerFixture.attackClasses + ["readable"]).flatMap { try SanitizerFixture.load($0) }
            .map { Array($0.payload.utf8.prefix(400)) }
        let sanitizer = Sanitizer(base: "https://source.example/a")
        for _ in 0..<250 {
            let bytes = Self.mutate(payloads, &random)
            let once = sanitizer.sanitize(bytes: bytes)?.markup ?? ""
            #expect(OutputGrammar(once).violation == nil, "\(bytes)")
            #expect((sanitizer.sanitize(once)?.markup ?? "") == once, "\(bytes)")
            let line = sanitizer.sanitizeInline(String(decoding: bytes, as: UTF8.self))?.markup ?? ""
            #expect(OutputGrammar(line, isInline: true).violation == nil, "\(bytes)")
            #expect((sanitizer.sanitizeInline(line)?.markup ?? "") == line, "\(bytes)")
        }
    }

    private static func mutate(_ payloads: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = payloads.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: fragments.randomElement(using: &random)?.utf8 ?? "".utf8, at: index)
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...8, using: &random)))
            case 2: bytes.insert(contentsOf: payloads.randomElement(using: &random) ?? [], at: index)
            case 3: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            default: bytes.insert(contentsOf: bytes.suffix(from: index), at: index)
            }
        }
        return Array(bytes.prefix(4000))
    }
}
