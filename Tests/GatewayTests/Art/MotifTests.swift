import Testing

@testable import Gateway

@Suite("A motif's file")
struct MotifTests {
    private func motif(_ text: String) throws -> Motif { try Motif("moth", text, file: "motifs/moth.svg") }

    private func svg(_ content: String, root: String = #"viewBox="-10 -5 20 10""#) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(root)>\n\(content)\n</svg>"
    }

    private func shapes(_ text: String) throws -> [String] {
        try motif(text).shapes.map {
            "\($0.ink)\($0.isLine ? " line" : "")" + String(decoding: $0.attributes.bytes, as: UTF8.self)
        }
    }

    @Test("is drawn with classes replaced by colours, without its style")
    func draws() throws {
        let motif = try motif(
            svg(
                """
                <style>.main{color:red}</style>
                <path class="shade" d="M1 1h2"/>
                <path class="main line" stroke-width="2" d="M0 0l5-5"/>
                """))
        #expect(motif.box == Box(x: -10, y: -5, width: 20, height: 10))
        let svg = ArtSamples.svg(Emblem(motif: motif, ground: .navy, accent: .gold, layout: .halo))
        let inks = Palette(ground: .navy, accent: .gold).inks(on: Palette(ground: .navy, accent: .gold).field)
        let (main, shade) = (inks[.main]?.hex ?? "", inks[.shade]?.hex ?? "")
        #expect(svg.contains("<path fill=\"\(shade)\" d=\"M1 1h2\"/>"))
        #expect(svg.contains("<path fill=\"none\" stroke=\"\(main)\" stroke-width=\"2\" d=\"M0 0l5-5\"/>"))
        #expect(!svg.contains("style") && !svg.contains("class"))
    }

    @Test("is read as Inkscape, Illustrator and Figma write it", arguments: MotifSamples.read)
    func reads(_ sample: (text: String, shapes: [String])) throws {
        #expect(try shapes(sample.text) == sample.shapes)
    }

    @Test(
        "is refused with the line and the remedy if it has more than paths and groups", arguments: MotifSamples.refused)
    func refusals(element: String, reason: String) {
        let error = #expect(throws: CatalogueError.self) {
            try motif(svg("<path class=\"main\" d=\"M0 0\n5 5\"/>\n\(element)"))
        }
        #expect(error?.description == "motifs/moth.svg: line 4: \(reason)")
    }

    @Test("is refused with the line of a tag over several lines, and of an error of XML")
    func lines() {
        let tag = #expect(throws: CatalogueError.self) {
            try motif(svg("<g\n  id=\"a\">\n<path\n  d=\"M0 0\"\n  class=\"mane\"/></g>"))
        }
        #expect(tag?.location == "line 4")
        let end = #expect(throws: CatalogueError.self) { try motif(svg("<g>\n<path class=\"main\" d=\"M0 0\"/>")) }
        #expect(end?.location == "line 4" && end?.reason.isEmpty == false)
    }

    @Test("is refused without a viewBox of four numbers", arguments: ["0 0 10", "0 0 10 0", "a b c d", "0,0,10,mm"])
    func viewBox(numbers: String) {
        let error = #expect(throws: CatalogueError.self) { try motif(svg("", root: "viewBox=\"\(numbers)\"")) }
        #expect(error?.location == "line 1")
    }

    @Test("is refused if it has more than 6,000 bytes, is empty, no SVG or without a path")
    func others() {
        let long = svg("<path class=\"main\" d=\"M0 0\(String(repeating: " 1", count: 3_000))\"/>")
        #expect(throws: CatalogueError.self) { try motif(long) }
        let prefixed = svg("<svg:path class=\"main\" d=\"M0 0h1\"/>")
        for text in ["", "moth", "<html/>", svg(""), prefixed] {
            #expect(throws: CatalogueError.self) { try motif(text) }
        }
    }
}
