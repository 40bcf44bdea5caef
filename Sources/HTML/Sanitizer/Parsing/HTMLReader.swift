import CLibXML2

/// libxml2's reading of reduced markup, told as events in document order; no tree is kept, and no pointer leaves this
/// file but for the duration of a visit.
enum HTMLReader {
    enum Event {
        /// An element's start; a link's address comes decoded.
        case start(ElementRole, address: UnsafeBufferPointer<UInt8>?)
        case end(ElementRole)
        case text(UnsafeBufferPointer<UInt8>)
    }

    // libxml2 wants its global state set up once, before threads use it.
    private static let setUp: Void = xmlInitParser()

    private static let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | XML_PARSE_HUGE.rawValue

    /// Parses UTF-8 and visits what is in it; every start is followed by its end.
    static func walk(_ markup: [UInt8], _ visit: (Event) -> Void) {
        setUp
        guard let context = htmlNewParserCtxt() else { return }
        defer { htmlFreeParserCtxt(context) }
        withoutActuallyEscaping(visit) { visit in
            var walk = HTMLWalk(visit)
            withUnsafeMutablePointer(to: &walk) { walk in
                context.pointee.sax.pointee = handlers
                context.pointee.userData = UnsafeMutableRawPointer(walk)
                markup.withUnsafeBytes { bytes in
                    let start = bytes.bindMemory(to: CChar.self).baseAddress
                    // Without handlers that make one there is no document; should there be one, it is not ours to use.
                    let document = htmlCtxtReadMemory(
                        context, start, Int32(bytes.count), nil, "UTF-8", Int32(options))
                    xmlFreeDoc(document)
                }
                walk.pointee.finish()
            }
        }
    }

    private static var handlers: htmlSAXHandler {
        var handlers = htmlSAXHandler()
        handlers.startElement = { walk, name, attributes in
            walk?.assumingMemoryBound(to: HTMLWalk.self).pointee.start(HTMLReader.bytes(name), attributes)
        }
        handlers.endElement = { walk, _ in walk?.assumingMemoryBound(to: HTMLWalk.self).pointee.end() }
        handlers.characters = { walk, text, length in
            let text = UnsafeBufferPointer(start: text, count: Int(length))
            walk?.assumingMemoryBound(to: HTMLWalk.self).pointee.text(text)
        }
        return handlers
    }

    static func bytes(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
    }
}
