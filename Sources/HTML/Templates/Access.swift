/// How a field is read from a view whose type is no longer known.
///
/// The pointers are sound because every name is resolved when templates are loaded: an access made for a `V` is only
/// ever given the frame of a `V`, which is the rendered view itself or was opened by the access of a field of type `V`.
package struct Access: Sendable {
    package typealias Frame = UnsafeRawPointer

    /// Appends the value as markup.
    let write: @Sendable (Frame, inout [UInt8]) -> Void
    /// Whether there is something to show in a section.
    let test: @Sendable (Frame) -> Bool
    /// Calls the body with each view that the value holds.
    let visit: @Sendable (Frame, (Frame) -> Void) -> Void

    package init(
        write: @escaping @Sendable (Frame, inout [UInt8]) -> Void = { _, _ in },
        test: @escaping @Sendable (Frame) -> Bool = { _ in true },
        visit: @escaping @Sendable (Frame, (Frame) -> Void) -> Void = { _, _ in }
    ) {
        self.write = write
        self.test = test
        self.visit = visit
    }

    /// A value that is written.
    package static func value<V, T>(
        _ get: @escaping @Sendable (V) -> T, _ append: @escaping @Sendable (T, inout [UInt8]) -> Void
    ) -> Access {
        Access(write: { append(get($0.assumingMemoryBound(to: V.self).pointee), &$1) })
    }

    /// A value that is written where there is one.
    package static func optional<V, T>(
        _ get: @escaping @Sendable (V) -> T?, _ append: @escaping @Sendable (T, inout [UInt8]) -> Void
    ) -> Access {
        Access(
            write: {
                if let value = get($0.assumingMemoryBound(to: V.self).pointee) { append(value, &$1) }
            },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    package static func flag<V>(_ get: @escaping @Sendable (V) -> Bool) -> Access {
        Access(test: { get($0.assumingMemoryBound(to: V.self).pointee) })
    }

    package static func one<V, C>(_ get: @escaping @Sendable (V) -> C) -> Access {
        Access(visit: { frame, body in
            withUnsafePointer(to: get(frame.assumingMemoryBound(to: V.self).pointee)) { body($0) }
        })
    }

    package static func oneOrNone<V, C>(_ get: @escaping @Sendable (V) -> C?) -> Access {
        Access(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: { frame, body in
                if let child = get(frame.assumingMemoryBound(to: V.self).pointee) {
                    withUnsafePointer(to: child) { body($0) }
                }
            })
    }

    package static func many<V, C>(_ get: @escaping @Sendable (V) -> [C]) -> Access {
        Access(
            test: { !get($0.assumingMemoryBound(to: V.self).pointee).isEmpty },
            visit: { frame, body in
                get(frame.assumingMemoryBound(to: V.self).pointee).withUnsafeBufferPointer { children in
                    guard let first = children.baseAddress else { return }
                    for index in children.indices { body(first + index) }
                }
            })
    }

    /// A list that is not there at all is pending; an empty one is there.
    package static func manyOrPending<V, C>(_ get: @escaping @Sendable (V) -> [C]?) -> Access {
        Access(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: many { get($0) ?? [] }.visit)
    }
}
