import Testing

@testable import Gateway

@Suite("A motif's file")
struct MotifTests {
    private static let start = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -5 20 10">"#

    @Test("is drawn with classes replaced by colours, without its style")
    func draws() throws {
        let text = """
            \(Self.start)
            <style>.main{color:red}</style>
            <path class="shade" d="M1 1h2"/>
            <path class="main line" stroke-width="2" d="M0 0l5-5"/>
            </svg>
            """
        let motif = try Motif("moth", text, file: "motifs/moth.svg")
        #expect(motif.box == Box(x: -10, y: -5, width: 20, height: 10))
        let svg = ArtSamples.svg(Emblem(motif: motif, ground: .navy, accent: .gold, layout: .halo))
        let inks = Palette(ground: .navy, accent: .gold).inks(on: Palette(ground: .navy, accent: .gold).field)
        let (main, shade) = (inks[.main]?.hex ?? "", inks[.shade]?.hex ?? "")
        #expect(svg.contains("<path fill=\"\(shade)\" d=\"M1 1h2\"/>"))
        #expect(svg.contains("<path fill=\"none\" stroke=\"\(main)\" stroke-width=\"2\" d=\"M0 0l5-5\"/>"))
        #expect(!svg.contains("style") && !svg.contains("class"))
    }

    @Test(
        "is reported with the line of an error",
        arguments: [
            #"<path class="mane" d="M0 0"/>"#, #"<path class="main dashed" d="M0 0"/>"#, #"<path d="M0 0"/>"#,
            "<script>alert(1)</script>", #"<path class="main" onclick="a()" d="M0 0"/>"#,
            #"<path class="main" style="fill:red" d="M0 0"/>"#,
            #"<path class="main" d="M0 0"><animate/></path>"#, #"<path class="main" d="M0 0"/><script/>"#,
        ])
    func errors(element: String) {
        let error = #expect(throws: CatalogueError.self) {
            try Motif("moth", "\(Self.start)\n\(element)\n</svg>", file: "motifs/moth.svg")
        }
        #expect(error?.description.hasPrefix("motifs/moth.svg: line 2: it is not a path") == true)
    }

    @Test("must have a viewBox of four numbers", arguments: ["0 0 10", "0 0 10 0", "a b c d"])
    func viewBox(numbers: String) {
        let text = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="\#(numbers)">\#n</svg>"#
        #expect(throws: CatalogueError.self) { try Motif("moth", text, file: "motifs/moth.svg") }
    }
}
