/// The state of a SAX parse: tracks open elements, visits allowed ones only, and balances starts and ends.
struct SAXHandler {
    /// The elements that are visited; other known ones are hidden with their content, unknown ones are passed through.
    private static let allowed: Set<ElementRole> = [
        .emphasis, .strong, .link, .lineBreak, .paragraph, .heading, .block, .unorderedList, .orderedList, .item,
    ]

    private enum Open {
        case visited(ElementRole), passedThrough, hidden
    }

    private let visit: (HTMLReader.Event) -> Void
    private var open: [Open] = []
    /// The number of hidden elements around the current position.
    private var hidden = 0

    init(_ visit: @escaping (HTMLReader.Event) -> Void) { self.visit = visit }

    /// Handles an element's start, with libxml2's attributes: alternating names and values, terminated by nil.
    mutating func start(
        _ name: UnsafeBufferPointer<UInt8>, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard let role = TagName(name).flatMap({ ElementRole($0) }), role != .transparent else {
            return open.append(.passedThrough)
        }
        guard hidden == 0, Self.allowed.contains(role) else {
            hidden += 1
            return open.append(.hidden)
        }
        open.append(.visited(role))
        visit(.start(role, url: role == .link ? Self.url(in: attributes) : nil))
    }

    /// Handles the end of the innermost open element.
    mutating func end() {
        switch open.popLast() {
        case .visited(let role): visit(.end(role))
        case .hidden: hidden -= 1
        case .passedThrough, nil: break
        }
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
        if hidden == 0 { visit(.text(text)) }
    }

    /// Ends all open elements.
    mutating func finish() {
        while !open.isEmpty { end() }
    }

    /// Returns the value of the first attribute: normalized links have `href` only.
    private static func url(
        in attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) -> UnsafeBufferPointer<UInt8>? {
        guard let attributes, let name = attributes[0], let value = attributes[1],
            TagName(HTMLReader.bytes(name)) == TagName("href")
        else { return nil }
        return HTMLReader.bytes(value)
    }
}
