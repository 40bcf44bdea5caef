import CLibXML2

/// Parses normalized markup with libxml2 and reports events in document order. No tree is built, and no pointer
/// outlives a visit.
enum HTMLReader {
    enum Event {
        /// The start of an element, with the decoded URL of a link.
        case start(ElementRole, url: UnsafeBufferPointer<UInt8>?)
        case end(ElementRole)
        case text(UnsafeBufferPointer<UInt8>)
    }

    // libxml2's global state must be initialised once, before threads use it.
    private static let setUp: Void = xmlInitParser()

    private static let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | XML_PARSE_HUGE.rawValue

    /// Parses UTF-8 and visits each event; every start is followed by its end.
    static func walk(_ markup: [UInt8], _ visit: (Event) -> Void) {
        setUp
        guard let context = htmlNewParserCtxt() else { return }
        defer { htmlFreeParserCtxt(context) }
        withoutActuallyEscaping(visit) { visit in
            var walk = SAXHandler(visit)
            withUnsafeMutablePointer(to: &walk) { walk in
                context.pointee.sax.pointee = handlers
                context.pointee.userData = UnsafeMutableRawPointer(walk)
                markup.withUnsafeBytes { bytes in
                    let start = bytes.bindMemory(to: CChar.self).baseAddress
                    // The handlers build no document; free one in case libxml2 returns it.
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
            walk?.assumingMemoryBound(to: SAXHandler.self).pointee.start(HTMLReader.bytes(name), attributes)
        }
        handlers.endElement = { walk, _ in walk?.assumingMemoryBound(to: SAXHandler.self).pointee.end() }
        handlers.characters = { walk, text, length in
            let text = UnsafeBufferPointer(start: text, count: Int(length))
            walk?.assumingMemoryBound(to: SAXHandler.self).pointee.text(text)
        }
        return handlers
    }

    static func bytes(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
    }
}
