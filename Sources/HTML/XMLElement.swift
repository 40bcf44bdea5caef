import CLibXML2

/// An element of an XML document.
package struct XMLElement: Sendable {
    /// The name with its prefix, such as `inkscape:path-effect`; attributes likewise.
    package let name: String
    package let attributes: [String: String]
    /// The line of its start tag, from 1.
    package let line: Int
    /// The number of elements around it.
    package let depth: Int
}

package struct XMLError: Error {
    package let line: Int
    package let reason: String
}

extension XMLElement {
    // libxml2's global state must be initialised once, before threads use it.
    private static let setUp: Void = xmlInitParser()

    private static let options = XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NONET.rawValue

    /// Parses a document with libxml2; returns its elements in document order. Text is left out, and entities that the
    /// document declares are an error.
    package static func all(in document: [UInt8]) throws(XMLError) -> [XMLElement] {
        setUp
        guard let context = xmlNewParserCtxt() else { throw XMLError(line: 1, reason: "memory is short") }
        defer { xmlFreeParserCtxt(context) }
        var elements: [XMLElement] = []
        withUnsafeMutablePointer(to: &elements) { elements in
            context.pointee.sax.pointee = handlers
            context.pointee._private = UnsafeMutableRawPointer(elements)
            document.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: CChar.self).baseAddress
                // The handlers build no document; free one in case libxml2 returns it.
                xmlFreeDoc(xmlCtxtReadMemory(context, start, Int32(bytes.count), nil, nil, Int32(options)))
            }
        }
        guard context.pointee.wellFormed != 0 else {
            let error = context.pointee.lastError
            let message = error.message.map { String(cString: $0) } ?? "it is no XML"
            throw XMLError(line: Int(error.line), reason: String(message.prefix { $0 != "\n" }))
        }
        return elements
    }

    private static var handlers: xmlSAXHandler {
        var handlers = xmlSAXHandler()
        handlers.startElement = { context, name, attributes in
            guard let context = context?.assumingMemoryBound(to: xmlParserCtxt.self), let name else { return }
            context.pointee._private?.assumingMemoryBound(to: [XMLElement].self).pointee.append(
                XMLElement(
                    name: String(cString: name), attributes: XMLElement.dictionary(attributes),
                    line: XMLElement.line(context.pointee.input.pointee), depth: Int(context.pointee.nameNr)))
        }
        return handlers
    }

    /// Reads attributes, which alternate with their values and end in nil.
    private static func dictionary(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
        var values: [String: String] = [:]
        var index = 0
        while let attributes, let name = attributes[index] {
            values[String(cString: name)] = attributes[index + 1].map { String(cString: $0) }
            index += 2
        }
        return values
    }

    /// Returns the line of the start tag that was just parsed. libxml2 counts to the end of a tag, and editors write an
    /// attribute a line.
    private static func line(_ input: xmlParserInput) -> Int {
        guard var byte = input.cur else { return Int(input.line) }
        var line = Int(input.line)
        while byte > input.base, byte.pointee != UInt8(ascii: "<") {
            byte -= 1
            if byte.pointee == UInt8(ascii: "\n") { line -= 1 }
        }
        return line
    }
}
