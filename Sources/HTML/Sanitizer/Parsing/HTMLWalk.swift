/// What is open while libxml2 reads, so that only what means something is visited, and every start has its end.
struct HTMLWalk {
    /// The elements that mean something here; of others known nothing is visited, unknown ones are passed through.
    private static let allowed: Set<ElementRole> = [
        .emphasis, .strong, .link, .lineBreak, .paragraph, .heading, .block, .unorderedList, .orderedList, .item,
    ]

    private enum Open {
        case visited(ElementRole), passedThrough, hidden
    }

    private let visit: (HTMLReader.Event) -> Void
    private var open: [Open] = []
    /// How many elements around the current place hide it.
    private var hidden = 0

    init(_ visit: @escaping (HTMLReader.Event) -> Void) { self.visit = visit }

    /// Takes an element's start, with its attributes as libxml2 tells them: names and values by turns, nil behind them.
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
        visit(.start(role, address: role == .link ? Self.address(in: attributes) : nil))
    }

    /// Takes the end of the element that was opened last.
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

    /// Ends what is still open.
    mutating func finish() {
        while !open.isEmpty { end() }
    }

    /// The value of the first attribute: reduced links have no other one than `href`.
    private static func address(
        in attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) -> UnsafeBufferPointer<UInt8>? {
        guard let attributes, let name = attributes[0], let value = attributes[1],
            TagName(HTMLReader.bytes(name)) == TagName("href")
        else { return nil }
        return HTMLReader.bytes(value)
    }
}
