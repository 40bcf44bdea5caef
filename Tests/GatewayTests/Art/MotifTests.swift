import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("The file of a motif")
struct MotifTests {
    private static let start = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -5 20 10">"#

    /// Loads a catalogue whose one motif has this text, and returns the error's sentence.
    private func complaint(_ text: String, name: String = "moth.svg") throws -> String {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/motifs", withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: URL(filePath: "\(folder.path)/characters.json"))
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/motifs/\(name)"))
        let error = #expect(throws: CatalogueError.self) { try Catalogue.load(folder: folder.path) }
        return error?.description ?? ""
    }

    @Test("becomes the picture with its classes as colours, its groups kept and its style left out")
    func draws() throws {
        let text = """
            \(Self.start)
            <title>A moth</title><style>.main{color:red}</style><!-- wings -->
            <g transform="rotate(5)"><circle class="shade" id="a" r="4"/></g>
            <path class="main line" stroke-width="2" d="M0 0l5-5"/>
            </svg>
            """
        let motif = try MotifReader.read(Array(text.utf8), name: "moth", file: "motifs/moth.svg")
        #expect(motif.box == Box(x: -10, y: -5, width: 20, height: 10))
        let emblem = Emblem(motif: motif, ground: .navy, accent: .gold, layout: .halo)
        let svg = Everything.svg(emblem)
        let inks = Palette(ground: .navy, accent: .gold).inks(on: Palette(ground: .navy, accent: .gold).field)
        #expect(svg.contains("<g transform=\"rotate(5)\"><circle fill=\"\(inks[.shade]?.hex ?? "")\" r=\"4\"/></g>"))
        #expect(
            svg.contains("<path fill=\"none\" stroke=\"\(inks[.main]?.hex ?? "")\" stroke-width=\"2\" d=\"M0 0l5-5\"/>")
        )
        #expect(!svg.contains("style") && !svg.contains("moth") && !svg.contains("class"))
    }

    @Test(
        "is named with the line of a mistake",
        arguments: [
            (#"<path class="mane" d="M0 0"/>"#, "class must be one of main, shade, light, contrast, cut"),
            (#"<path d="M0 0"/>"#, "class must be one of main"),
            (#"<path class="main dashed" d="M0 0"/>"#, "class must be one of main"),
            ("<script>alert(1)</script>", "<script> is not allowed, only g and path, circle"),
            (#"<use href="web.svg#a"/>"#, "<use> is not allowed"),
            (#"<image href="http://example.test/a.png"/>"#, "<image> is not allowed"),
            (#"<div xmlns="http://www.w3.org/1999/xhtml"/>"#, "<div> is not allowed"),
            (#"<path xmlns="urn:other" class="main"/>"#, "<path> is not allowed"),
            (#"<path class="main" fill="url(#a)" d="M0 0"/>"#, "the attribute fill is not allowed"),
            (#"<path class="main" onclick="a()" d="M0 0"/>"#, "the attribute onclick is not allowed"),
            (#"<path class="main" style="fill:red" d="M0 0"/>"#, "the attribute style is not allowed"),
            (#"<path class="main" d="&lt;M0 0"/>"#, "the attribute d is not allowed or has a value"),
            (#"<path class="main" d="M0 0"><animate/></path>"#, "<path> must be empty"),
            ("web", "text is not drawn"),
            (#"<path class="main" d="M0 0">"#, "not well-formed XML: "),
            ("&moth;", "not well-formed XML: "),
        ])
    func mistakes(element: String, reason: String) throws {
        let said = try complaint("\(Self.start)\n\(element)\n</svg>")
        #expect(said.hasPrefix("motifs/moth.svg: line ") && said.contains(": \(reason)"), "\(said)")
    }

    @Test(
        "needs a viewBox of four numbers",
        arguments: ["", "viewBox=\"0 0 10\"", "viewBox=\"0 0 10 0\"", "viewBox=\"a b c d\"", "viewBox=\"0 0 nan 5\""])
    func viewBox(attribute: String) throws {
        let said = try complaint("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attribute)/>")
        #expect(said == "motifs/moth.svg: line 1: viewBox must be four numbers: left, top, width and height above 0")
    }

    @Test("is an SVG document without a document type")
    func roots() throws {
        #expect(try complaint("") == "motifs/moth.svg: this is not XML")
        #expect(try complaint("<html/>").contains("motifs/moth.svg: line 1: the root element is not <svg>"))
        #expect(try complaint("<!DOCTYPE svg>\(Self.start)</svg>").contains("a document type is not allowed"))
        #expect(try complaint("\(Self.start)</svg>", name: "star.svg").hasPrefix("motifs/planet.svg: it is missing"))
    }

    @Test("is missing if a character names it and there is none")
    func missing() throws {
        let error = #expect(throws: EmblemError.self) {
            try Emblem(line: "moth navy gold halo", motifs: [:])
        }
        #expect(error?.description.contains("“moth” is no motif") == true)
    }
}
