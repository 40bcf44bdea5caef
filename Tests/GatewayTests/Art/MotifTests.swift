import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("A motif's file")
struct MotifTests {
    private static let start = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -5 20 10">"#

    /// Returns the error of loading a catalogue with one motif of this text.
    private func errorText(_ text: String, name: String = "moth.svg") throws -> String {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/motifs", withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: URL(filePath: "\(folder.path)/characters.json"))
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/motifs/\(name)"))
        let error = #expect(throws: CatalogueError.self) { try Catalogue.load(folder: folder.path) }
        return error?.description ?? ""
    }

    @Test("is drawn with classes replaced by colours, with its groups and without its style")
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
        let svg = ArtSamples.svg(emblem)
        let inks = Palette(ground: .navy, accent: .gold).inks(on: Palette(ground: .navy, accent: .gold).field)
        #expect(svg.contains("<g transform=\"rotate(5)\"><circle fill=\"\(inks[.shade]?.hex ?? "")\" r=\"4\"/></g>"))
        #expect(
            svg.contains("<path fill=\"none\" stroke=\"\(inks[.main]?.hex ?? "")\" stroke-width=\"2\" d=\"M0 0l5-5\"/>")
        )
        #expect(!svg.contains("style") && !svg.contains("moth") && !svg.contains("class"))
    }

    @Test(
        "is reported with the line of an error",
        arguments: [
            (#"<path class="mane" d="M0 0"/>"#, "class must be one of main, shade, light, contrast, cut"),
            (#"<path d="M0 0"/>"#, "class must be one of main"),
            (#"<path class="main dashed" d="M0 0"/>"#, "class must be one of main"),
            ("<script>alert(1)</script>", "<script> is not allowed, only g and path, circle"),
            (#"<use href="web.svg#a"/>"#, "<use> is not allowed"),
            (#"<image href="http://example.test/a.png"/>"#, "<image> is not allowed"),
            (#"<div xmlns="http://www.w3.org/1999/xhtml"/>"#, "<div> is not allowed"),
            (#"<path xmlns="urn:other" class="main"/>"#, "<path> is not allowed"),
            (#"<path class="main" fill="url(#a)" d="M0 0"/>"#, "the attribute fill or its value is not allowed"),
            (#"<path class="main" onclick="a()" d="M0 0"/>"#, "the attribute onclick or its value is not allowed"),
            (#"<path class="main" style="fill:red" d="M0 0"/>"#, "the attribute style or its value is not allowed"),
            (#"<path class="main" d="&lt;M0 0"/>"#, "the attribute d or its value is not allowed"),
            (#"<path class="main" d="M0 0"><animate/></path>"#, "<path> must be empty"),
            ("web", "text is not allowed"),
            (#"<path class="main" d="M0 0">"#, "not well-formed XML: "),
            ("&moth;", "not well-formed XML: "),
        ])
    func errors(element: String, reason: String) throws {
        let error = try errorText("\(Self.start)\n\(element)\n</svg>")
        #expect(error.hasPrefix("motifs/moth.svg: line ") && error.contains(": \(reason)"), "\(error)")
    }

    @Test(
        "must have a viewBox of four numbers",
        arguments: ["", "viewBox=\"0 0 10\"", "viewBox=\"0 0 10 0\"", "viewBox=\"a b c d\"", "viewBox=\"0 0 nan 5\""])
    func viewBox(attribute: String) throws {
        let error = try errorText("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attribute)/>")
        #expect(error == "motifs/moth.svg: line 1: viewBox must be four numbers: left, top, width and height above 0")
    }

    @Test("must be an SVG document without a document type")
    func roots() throws {
        #expect(try errorText("") == "motifs/moth.svg: it is not XML")
        #expect(try errorText("<html/>").contains("motifs/moth.svg: line 1: the root element is not <svg>"))
        #expect(try errorText("<!DOCTYPE svg>\(Self.start)</svg>").contains("a document type is not allowed"))
        #expect(try errorText("\(Self.start)</svg>", name: "star.svg").hasPrefix("motifs/planet.svg: it is missing"))
    }

}
