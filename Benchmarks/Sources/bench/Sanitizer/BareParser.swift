import CLibXML2

/// libxml2's HTML parser alone, with the sanitizer's options: parses and frees, and reads nothing of the tree.
enum BareParser {
    private static let setUp: Void = xmlInitParser()

    private static let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | HTML_PARSE_COMPACT.rawValue
        | XML_PARSE_HUGE.rawValue

    /// Parses UTF-8; 1 where there is a tree.
    static func parse(_ text: String) -> Int {
        setUp
        var text = text
        return text.withUTF8 { bytes in
            let document = bytes.withMemoryRebound(to: CChar.self) {
                htmlReadMemory($0.baseAddress, Int32($0.count), nil, "UTF-8", Int32(options))
            }
            guard let document else { return 0 }
            xmlFreeDoc(document)
            return 1
        }
    }
}
