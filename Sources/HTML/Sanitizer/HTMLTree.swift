import CLibXML2

/// libxml2's reading of reduced markup, walked as events; no pointer leaves this file but for the duration of a visit.
enum HTMLTree {
    enum Event {
        /// An element's start; a link's address comes decoded.
        case start(ElementRole, address: UnsafeBufferPointer<UInt8>?)
        case end(ElementRole)
        case text(UnsafeBufferPointer<UInt8>)
    }

    /// The elements that mean something here; of others known nothing is visited, unknown ones are passed through.
    private static let allowed: Set<ElementRole> = [
        .emphasis, .strong, .link, .lineBreak, .paragraph, .heading, .block, .unorderedList, .orderedList, .item,
    ]

    // libxml2 wants its global state set up once, before threads use it.
    private static let setUp: Void = xmlInitParser()

    private static let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue | HTML_PARSE_COMPACT.rawValue
        | XML_PARSE_HUGE.rawValue

    /// Parses UTF-8 and visits its body in document order, without recursion.
    static func walk(_ markup: [UInt8], _ visit: (Event) -> Void) {
        setUp
        let document = markup.withUnsafeBytes { bytes in
            htmlReadMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, "UTF-8", Int32(options))
        }
        guard let document else { return }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document) else { return }
        var next: xmlNodePtr? = root
        while let node = next {
            if start(node, visit), let child = node.pointee.children {
                next = child
                continue
            }
            next = successor(of: node, upTo: root, visit)
        }
    }

    /// Visits a node's start; says whether its children are to be visited.
    private static func start(_ node: xmlNodePtr, _ visit: (Event) -> Void) -> Bool {
        if node.pointee.type == XML_TEXT_NODE {
            visit(.text(bytes(node.pointee.content)))
            return false
        }
        guard node.pointee.type == XML_ELEMENT_NODE else { return false }
        guard let role = role(of: node), role != .transparent else { return true }
        guard allowed.contains(role) else { return false }
        visit(.start(role, address: role == .link ? address(of: node) : nil))
        return true
    }

    /// The value of the first attribute: reduced links have no other one than `href`.
    private static func address(of node: xmlNodePtr) -> UnsafeBufferPointer<UInt8>? {
        guard let attribute = node.pointee.properties, let value = attribute.pointee.children else { return nil }
        guard TagName(bytes(attribute.pointee.name)) == TagName("href") else { return nil }
        return bytes(value.pointee.content)
    }

    /// Visits the ends behind a node; the node that follows, nil behind the last.
    private static func successor(of node: xmlNodePtr, upTo root: xmlNodePtr, _ visit: (Event) -> Void) -> xmlNodePtr? {
        var current = node
        while true {
            if current.pointee.type == XML_ELEMENT_NODE, let role = role(of: current), allowed.contains(role) {
                visit(.end(role))
            }
            if current == root { return nil }
            if let next = current.pointee.next { return next }
            guard let parent = current.pointee.parent else { return nil }
            current = parent
        }
    }

    private static func role(of node: xmlNodePtr) -> ElementRole? {
        TagName(bytes(node.pointee.name)).flatMap { ElementRole($0) }
    }

    private static func bytes(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
    }
}
