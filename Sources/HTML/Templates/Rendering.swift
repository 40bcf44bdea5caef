/// The bytes of a rendered page, in two parts if data was pending.
package struct Rendering: Sendable, Hashable {
    package let head: [UInt8]
    /// The bytes after the pending data; nil if nothing was pending.
    package let tail: [UInt8]?

    package init(head: [UInt8], tail: [UInt8]? = nil) {
        self.head = head
        self.tail = tail
    }

    package var bytes: [UInt8] { tail.map { head + $0 } ?? head }
}
