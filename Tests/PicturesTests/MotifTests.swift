import Testing

@testable import Pictures

@Suite("A motif's file")
struct MotifTests {
    private func motif(_ text: String) throws -> Motif { try Motif("moth", Array(text.utf8)) }

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
        let emblem = Emblem(motif: motif, ground: .navy, accent: .gold, layout: .halo)
        let svg = String(decoding: ArtSamples.svg(emblem), as: UTF8.self)
        let inks = Palette(ground: .navy, accent: .gold).inks(on: Palette(ground: .navy, accent: .gold).field)
        let (main, shade) = (inks[.main]?.hex ?? "", inks[.shade]?.hex ?? "")
        #expect(svg.contains("<path fill=\"\(shade)\" d=\"M1 1h2\"/>"))
        #expect(svg.contains("<path fill=\"none\" stroke=\"\(main)\" stroke-width=\"2\" d=\"M0 0l5-5\"/>"))
        #expect(!svg.contains("style"))
        #expect(!svg.contains("class"))
    }

    @Test("is read as Inkscape, Illustrator and Figma write it", arguments: MotifSamples.read)
    func reads(_ sample: (text: String, shapes: [String])) throws {
        #expect(try shapes(sample.text) == sample.shapes)
    }

    @Test(
        "is refused with the line and the remedy if it has more than paths and groups", arguments: MotifSamples.refused)
    func refusals(element: String, reason: String) {
        let error = #expect(throws: MotifError.self) {
            try motif(svg("<path class=\"main\" d=\"M0 0\n5 5\"/>\n\(element)"))
        }
        #expect(error?.line == 4)
        #expect(error?.reason == reason)
    }

    @Test("is refused with the line of a tag over several lines, and of an error of XML")
    func lines() {
        let tag = #expect(throws: MotifError.self) {
            try motif(svg("<g\n  id=\"a\">\n<path\n  d=\"M0 0\"\n  class=\"mane\"/></g>"))
        }
        #expect(tag?.line == 4)
        let end = #expect(throws: MotifError.self) { try motif(svg("<g>\n<path class=\"main\" d=\"M0 0\"/>")) }
        #expect(end?.line == 4)
        #expect(end?.reason.isEmpty == false)
    }

    @Test(
        "is refused without a viewBox of four numbers that can be drawn",
        arguments: [
            "0 0 10", "0 0 10 0", "a b c d", "0,0,10,mm", "0 0 inf 10", "0 0 10 inf", "nan 0 10 10", "0 -inf 10 10",
            "0 0 nan nan", "1e308 0 10 10", "0 -1e308 10 10", "0 0 1e308 1e308", "0 0 1e-300 1e-300",
            "1e-300 0 10 10", "0 0 1000001 10", "0 0 10 0.0001", "0 0 1e999 10", "0 0 -10 10",
        ])
    func viewBox(numbers: String) {
        let error = #expect(throws: MotifError.self) { try motif(svg("", root: "viewBox=\"\(numbers)\"")) }
        #expect(error?.line == 1)
        #expect(error?.reason.contains("viewBox must be four numbers") == true)
        #expect(error?.reason.contains("scale the drawing") == true)
    }

    @Test(
        "is refused with the line and the remedy for a number that cannot be drawn",
        arguments: [
            (#"d="M0 0L1e308 0""#, "d has a number that cannot be drawn, 1e+308"),
            (#"d="M0 0l1e-300,0""#, "d has a number that cannot be drawn, 1e-300"),
            (#"d="M0 0h-1000001""#, "d has a number that cannot be drawn, -1000001.0"),
            (#"d="M0 0h1e999""#, "d has a number that cannot be drawn, inf"),
            (#"d="M0 0" transform="scale(1e308)""#, "transform has a number that cannot be drawn, 1e+308"),
            (#"d="M0 0" transform="rotate(1e-300)""#, "transform has a number that cannot be drawn, 1e-300"),
            (
                #"d="M0 0" class="main line" stroke-width="1e308""#,
                "stroke-width has a number that cannot be drawn, 1e+308"
            ),
            (
                #"d="M0 0" class="main line" stroke-dasharray="1 1e-300""#,
                "stroke-dasharray has a number that cannot be drawn, 1e-300"
            ),
        ])
    func numbers(attributes: String, reason: String) {
        let class_ = attributes.contains("class") ? "" : #"class="main" "#
        let error = #expect(throws: MotifError.self) { try motif(svg("<g>\n<path \(class_)\(attributes)/></g>")) }
        #expect(error?.line == 3)
        #expect(error?.reason == "\(reason): scale the drawing to a page of 1 to 1,000 units")
    }

    @Test(
        "is refused for a word that its attribute does not have",
        arguments: [
            ("d", "Minf 0"), ("d", "M0 nan"), ("d", "M0 0 px"), ("d", "M0 0h-"), ("transform", "scale(inf)"),
            ("transform", "spin(3)"), ("stroke-width", "nan"), ("stroke-dasharray", "1 infinity"),
            ("fill-rule", "odd"),
        ])
    func words(name: String, value: String) {
        let line = name.hasPrefix("stroke") ? " line" : ""
        let path = name == "d" ? "" : #" d="M0 0""#
        let error = #expect(throws: MotifError.self) {
            try motif(svg("<path class=\"main\(line)\"\(path) \(name)=\"\(value)\"/>"))
        }
        #expect(error?.line == 2)
        #expect(error?.reason == "“\(value)” is not a \(name)")
    }

    @Test(
        "may have numbers as short as SVG allows",
        arguments: ["M.5.5l-1-1", "M0,0a1 1 0 01.5.5", "M1e3-2E-1", "M-2.2e-16 5.z", "m+1 2ZM3 4"])
    func shortNumbers(path: String) throws {
        #expect(try shapes(svg("<path class=\"main\" d=\"\(path)\"/>")) == ["main d=\"\(path)\"/>"])
    }

    @Test(
        "is drawn at the limits of its numbers",
        arguments: [
            ("-1e6 -1e6 1e6 1e6", "M0 0L1e6 1e6"), ("0 0 0.001 0.001", "M0 0L1e-20 1e6"),
            ("1e6 1e6 1e6 0.001", "M0 0h1"),
        ])
    func limits(box: String, path: String) throws {
        let scale = #"transform="scale(1e6)""#
        let nested = #"<g \#(scale)><g \#(scale)><path class="main" \#(scale) d="\#(path)"/></g></g>"#
        let motif = try motif(svg(nested, root: "viewBox=\"\(box)\""))
        let emblem = Emblem(motif: motif, ground: .navy, accent: .gold, layout: .halo)
        let area = Box(x: 0, y: 0, width: 300, height: 450)
        for kind in Picture.Kind.allCases {
            let png = PNGRenderer.png([(ArtSamples.svg(emblem, kind), area)], width: 300, height: 450)
            #expect(png != nil)
        }
    }

    @Test("is refused if it has more than 6,000 bytes, is empty, no SVG or without a path")
    func others() {
        let long = svg("<path class=\"main\" d=\"M0 0\(String(repeating: " 1", count: 3_000))\"/>")
        #expect(throws: MotifError.self) { try motif(long) }
        let prefixed = svg("<svg:path class=\"main\" d=\"M0 0h1\"/>")
        for text in ["", "moth", "<html/>", svg(""), prefixed] {
            #expect(throws: MotifError.self) { try motif(text) }
        }
    }
}
