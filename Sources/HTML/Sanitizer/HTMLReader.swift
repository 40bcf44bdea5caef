import CLibXML2

/// Parses HTML with libxml2 and reports events in document order. No tree is built.
enum HTMLReader {
    /// The maximum number of open elements. The parser stops there, because each end tag is compared with all of them.
    private static let maximumDepth = 512

    // libxml2's global state must be initialised once, before threads use it.
    private static let setUp: Void = xmlInitParser()

    private static let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | XML_PARSE_HUGE.rawValue

    /// Parses UTF-8 that a `SourceText` has bounded.
    static func read(_ markup: [UInt8], into builder: inout DescriptionBuilder) {
        setUp
        guard let context = htmlNewParserCtxt() else { return }
        defer { htmlFreeParserCtxt(context) }
        withUnsafeMutablePointer(to: &builder) { builder in
            context.pointee.sax.pointee = handlers
            context.pointee._private = UnsafeMutableRawPointer(builder)
            markup.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: CChar.self).baseAddress
                // The handlers build no document; free one in case libxml2 returns it.
                xmlFreeDoc(htmlCtxtReadMemory(context, start, Int32(bytes.count), nil, "UTF-8", Int32(options)))
            }
        }
    }

    private static var handlers: htmlSAXHandler {
        var handlers = htmlSAXHandler()
        handlers.startElement = { context, name, attributes in
            guard let name else { return }
            let role = ElementRole(String(cString: name))
            HTMLReader.builder(of: context)?.pointee.start(
                role, href: role == .link ? HTMLReader.href(in: attributes) : nil)
            if let context = context?.assumingMemoryBound(to: htmlParserCtxt.self),
                context.pointee.nameNr > HTMLReader.maximumDepth
            {
                xmlStopParser(context)
            }
        }
        handlers.endElement = { context, _ in HTMLReader.builder(of: context)?.pointee.end() }
        handlers.characters = { context, text, length in
            HTMLReader.builder(of: context)?.pointee.append(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        handlers.ignorableWhitespace = handlers.characters
        return handlers
    }

    private static func builder(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<DescriptionBuilder>? {
        context?.assumingMemoryBound(to: htmlParserCtxt.self).pointee._private?
            .assumingMemoryBound(to: DescriptionBuilder.self)
    }

    /// Returns the decoded URL of a link. The attributes alternate with their values and end in nil.
    private static func href(in attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> String? {
        var index = 0
        while let name = attributes?[index] {
            if String(cString: name) == "href" { return attributes?[index + 1].map { String(cString: $0) } }
            index += 2
        }
        return nil
    }
}

/// The role of an element in a description. An element without a role is passed through.
enum ElementRole: UInt8 {
    case emphasis, strong, link, lineBreak, heading, block, unorderedList, orderedList, item, cell
    /// Removed with its content.
    case removed
    /// Removed with its content; separates paragraphs.
    case removedBlock

    /// Returns nil for an element without a role; its name is in lower case.
    init?(_ name: String) {
        guard let role = Self.roles[name] else { return nil }
        self = role
    }

    var isRemoved: Bool { self == .removed || self == .removedBlock }

    private static let names: [(ElementRole, String)] = [
        (.emphasis, "em i"), (.strong, "strong b"), (.link, "a"), (.lineBreak, "br"), (.heading, "h1 h2 h3 h4 h5 h6"),
        (
            .block,
            """
            address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption footer header \
            hgroup hr legend main nav optgroup option p pre section select summary table tbody tfoot thead tr
            """
        ),
        (.unorderedList, "ul menu dir"), (.orderedList, "ol"), (.item, "li"), (.cell, "td th"),
        (
            .removed,
            "applet iframe math noembed noframes noscript object script style svg template title"
        ),
        (.removedBlock, "figure form"),
    ]

    private static let roles = Dictionary(
        uniqueKeysWithValues: names.flatMap { role, list in list.split(separator: " ").map { (String($0), role) } })
}
