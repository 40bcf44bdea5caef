/// How a field is read from a view whose type is no longer known.
///
/// The pointers are sound because every name is resolved when templates are loaded: an access made for a `V` is only
/// ever given the frame of a `V`, which is the rendered view itself or was opened by the access of a field of type `V`.
/// Views are asked for as if they could not be copied, so that reading one field never copies the others.
final class Access: Sendable {
    typealias Frame = UnsafeRawPointer

    /// Appends the value as markup.
    let write: @Sendable (Frame, inout [UInt8]) -> Void
    /// Whether there is something to show in a section; for data that comes later, whether it is there.
    let test: @Sendable (Frame) -> Bool
    /// Calls the body with each view that the value holds.
    let visit: @Sendable (Frame, (Frame) -> Void) -> Void

    private init(
        write: @escaping @Sendable (Frame, inout [UInt8]) -> Void = { _, _ in },
        test: @escaping @Sendable (Frame) -> Bool = { _ in true },
        visit: @escaping @Sendable (Frame, (Frame) -> Void) -> Void = { _, _ in }
    ) {
        self.write = write
        self.test = test
        self.visit = visit
    }
}

extension Access {
    static func text<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> String) -> Access {
        Access(write: { $1.append(escaping: get($0.assumingMemoryBound(to: V.self).pointee)) })
    }

    static func optionalText<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> String?) -> Access {
        Access(
            write: { if let text = get($0.assumingMemoryBound(to: V.self).pointee) { $1.append(escaping: text) } },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    static func markup<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> SafeHTML) -> Access {
        Access(write: { $1.append(raw: get($0.assumingMemoryBound(to: V.self).pointee).markup) })
    }

    static func optionalMarkup<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> SafeHTML?) -> Access {
        Access(
            write: { if let html = get($0.assumingMemoryBound(to: V.self).pointee) { $1.append(raw: html.markup) } },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    static func number<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> Int) -> Access {
        Access(write: { $1.append(decimal: get($0.assumingMemoryBound(to: V.self).pointee)) })
    }

    static func flag<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> Bool) -> Access {
        Access(test: { get($0.assumingMemoryBound(to: V.self).pointee) })
    }
}

extension Access {
    static func view<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> C) -> Access {
        Access(visit: { frame, body in
            withUnsafePointer(to: get(frame.assumingMemoryBound(to: V.self).pointee)) { body($0) }
        })
    }

    static func optionalView<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> C?) -> Access {
        Access(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: { frame, body in
                if let child = get(frame.assumingMemoryBound(to: V.self).pointee) {
                    withUnsafePointer(to: child) { body($0) }
                }
            })
    }

    static func list<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> [C]) -> Access {
        Access(
            test: { !get($0.assumingMemoryBound(to: V.self).pointee).isEmpty },
            visit: { frame, body in each(get(frame.assumingMemoryBound(to: V.self).pointee), body) })
    }

    /// A list that is not there at all is pending; an empty one is there.
    static func optionalList<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> [C]?) -> Access {
        Access(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: { frame, body in
                if let children = get(frame.assumingMemoryBound(to: V.self).pointee) { each(children, body) }
            })
    }

    private static func each<C>(_ children: [C], _ body: (Frame) -> Void) {
        children.withUnsafeBufferPointer { children in
            guard let first = children.baseAddress else { return }
            for index in children.indices { body(first + index) }
        }
    }
}
