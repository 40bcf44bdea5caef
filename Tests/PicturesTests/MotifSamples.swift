/// SVG files and elements as drawing programs write them.
enum MotifSamples {
    static let read: [(text: String, shapes: [String])] = [
        (
            inkscape,
            [
                #"main transform="translate(-3.5,4) matrix(1,0,0,-1,0,9)" fill-rule="evenodd" d="m 1,2 3,4 z"/>"#,
                inkscapeLine,
            ]
        ),
        (plainInkscape, [#"shade transform="translate(2)" d="M 1,2 H 3"/>"#, #"light d="M 4,4 h 1"/>"#]),
        (illustrator, [#"main d="M1,2l3,4z"/>"#, #"cut line stroke-width="2" d="M5,5h3"/>"#]),
        (figma, [#"main fill-rule="evenodd" d="M1 2L3 4Z"/>"#, #"contrast line stroke-width="1.5" d="M5 5H8"/>"#]),
    ]

    private static let inkscapeLine =
        #"contrast line transform="translate(-3.5,4)" stroke-width="2.5" d="m 0,0 c 1,1 2,2 3,3"/>"#

    /// "Inkscape SVG": the editor's own elements, layers, and all properties in `style`.
    private static let inkscape = """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!-- Created with Inkscape (http://www.inkscape.org/) -->
        <svg
           width="40mm"
           height="40mm"
           viewBox="0 0 40 40"
           version="1.1"
           id="svg5"
           inkscape:version="1.2.2 (b0a8486541, 2022-12-01)"
           sodipodi:docname="moth.svg"
           xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
           xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
           xmlns="http://www.w3.org/2000/svg"
           xmlns:svg="http://www.w3.org/2000/svg">
          <sodipodi:namedview
             id="namedview7"
             pagecolor="#ffffff"
             inkscape:zoom="0.9"
             showgrid="false">
            <inkscape:grid type="xygrid" id="grid9" />
          </sodipodi:namedview>
          <defs
             id="defs2" />
          <metadata id="metadata5"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format></cc:Work></rdf:RDF></metadata>
          <g
             inkscape:label="Layer 1"
             inkscape:groupmode="layer"
             id="layer1"
             transform="translate(-3.5,4)"
             style="display:inline">
            <path
               style="opacity:1;fill:#c8202f;fill-opacity:1;fill-rule:evenodd;stroke:none;stroke-width:0.26;stroke-linejoin:round"
               d="m 1,2 3,4 z"
               id="path1"
               transform="matrix(1,0,0,-1,0,9)"
               sodipodi:nodetypes="ccc"
               inkscape:connector-curvature="0"><title id="title1">wing</title></path>
            <path
               style="fill: none; stroke: #1B1B24; stroke-width: 2.5; stroke-dasharray: none; stroke-opacity: 1"
               d="m 0,0 c 1,1 2,2 3,3" />
          </g>
        </svg>
        """

    /// "Plain SVG" of a motif that was opened with its classes, and a path painted with another ink.
    private static let plainInkscape = """
        <svg version="1.1" viewBox="0 0 40 40" id="svg1" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
          <defs id="defs1">
            <style id="style1">.main{color:#c8202f}path{fill:currentColor}</style>
          </defs>
          <g id="g1" class="main">
            <path class="main" style="fill:#8f1322" d="M 1,2 H 3" id="path2" transform="translate(2)" />
            <path class="light" d="M 4,4 h 1" id="path3" />
          </g>
        </svg>
        """

    /// Illustrator with presentation attributes.
    private static let illustrator = """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Generator: Adobe Illustrator 27.5.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
        \t viewBox="0 0 40 40" enable-background="new 0 0 40 40" xml:space="preserve">
        <g id="wings">
        \t<path fill="#C8202F" d="M1,2l3,4z"/>
        \t<path fill="none" stroke="#FFFFFF" stroke-width="2" stroke-miterlimit="10" d="M5,5h3"/>
        </g>
        </svg>
        """

    private static let figma = """
        <svg width="40" height="40" viewBox="0 0 40 40" fill="none" xmlns="http://www.w3.org/2000/svg">
        <path fill-rule="evenodd" clip-rule="evenodd" d="M1 2L3 4Z" fill="#C8202F"/>
        <path d="M5 5H8" stroke="#1B1B24" stroke-width="1.5" stroke-linecap="round"/>
        </svg>
        """

    private static let inks = "main #c8202f, shade #8f1322, light #f6c9b8, contrast #1b1b24, cut #ffffff"
    private static let toPath = "in Inkscape, Path > Object to Path"
    private static let cleanUp = "in Inkscape, File > Clean Up Document"
    private static let classes =
        "is no ink, and no ink with “line” for a stroke: the inks are \(inks); in Illustrator, export with presentation attributes"

    static let refused: [(element: String, reason: String)] = [
        (
            ##"<use xlink:href="#path1" transform="translate(5)"/>"##,
            "<use> is not read: in Inkscape, Edit > Clone > Unlink Clone"
        ),
        (#"<rect x="1" y="1" width="4" height="4"/>"#, "<rect> is not read: \(toPath)"),
        (#"<circle class="main" cx="1" cy="1" r="4"/>"#, "<circle> is not read: \(toPath)"),
        ("<text><tspan>a</tspan></text>", "<text> is not read: \(toPath)"),
        (
            #"<image href="data:image/png;base64,"/>"#,
            "<image> is not read: draw it, or trace it by Path > Trace Bitmap"
        ),
        ("<script>alert(1)</script>", "<script> is not read: remove it"),
        (#"<path class="main" d="M0 0"><animate/></path>"#, "<animate> is not read: remove it"),
        (#"<svg class="main"/>"#, "<svg> is not read: remove it"),
        ("<defs><linearGradient/></defs>", "<linearGradient> is not read: \(cleanUp)"),
        (#"<defs><path d="M0 0"/></defs>"#, "<path> is not read: \(cleanUp)"),
        (##"<g clip-path="url(#a)"/>"##, "clip-path “url(#a)” is not read: in Inkscape, Object > Clip > Release Clip"),
        (##"<g style="filter:url(#a)"/>"##, "filter “url(#a)” is not read: in Inkscape, Filters > Remove Filters"),
        (#"<g style="display:none"/>"#, "display “none” is not read: delete what is hidden"),
        (#"<path class="main" opacity=".5" d="M0 0"/>"#, "opacity “.5” is not read: set it to 1"),
        (#"<path class="mane" d="M0 0"/>"#, "class “mane” \(classes)"),
        (#"<path class="main shade" d="M0 0"/>"#, "class “main shade” \(classes)"),
        (#"<path class="st0" d="M0 0"/>"#, "class “st0” \(classes)"),
        (#"<path d="M0 0"/>"#, "“black” is no ink: fill with one of \(inks)"),
        (#"<path class="main" style="fill:red" d="M0 0"/>"#, "“red” is no ink: fill with one of \(inks)"),
        (##"<path fill="url(#a)" d="M0 0"/>"##, "a gradient or pattern is no ink: fill with one of \(inks)"),
        (
            ##"<path fill="#c8202f" stroke="#8f1322" d="M0 0"/>"##,
            "a path has a fill or a stroke, not both: in Inkscape, Path > Stroke to Path"
        ),
        (#"<path class="main" d="M0 0&quot;/>"/>"#, "“M0 0\"/>” is not a d"),
    ]
}
