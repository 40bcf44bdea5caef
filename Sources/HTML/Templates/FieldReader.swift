/// A type-erased reader of a view's field.
///
/// The pointers are sound because every name is resolved when templates are loaded: a reader made for a `V` only gets
/// the frame of a `V`, which is the rendered view itself or was opened by the reader of a field of type `V`.
/// Views are borrowed as if they were noncopyable, so that reading one field never copies the others.
final class FieldReader: Sendable {
    typealias Frame = UnsafeRawPointer

    /// Appends the value as markup.
    let write: @Sendable (Frame, inout [UInt8]) -> Void
    /// Returns true if a section of the value is shown; for deferred data, if it is ready.
    let test: @Sendable (Frame) -> Bool
    /// Calls the body with each view in the value.
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

extension FieldReader {
    static func text<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> String) -> FieldReader {
        FieldReader(write: { $1.append(escaping: get($0.assumingMemoryBound(to: V.self).pointee)) })
    }

    static func optionalText<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> String?) -> FieldReader {
        FieldReader(
            write: { if let text = get($0.assumingMemoryBound(to: V.self).pointee) { $1.append(escaping: text) } },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    static func markup<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> SafeHTML) -> FieldReader {
        FieldReader(write: { $1.append(raw: get($0.assumingMemoryBound(to: V.self).pointee).markup) })
    }

    static func optionalMarkup<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> SafeHTML?) -> FieldReader {
        FieldReader(
            write: { if let html = get($0.assumingMemoryBound(to: V.self).pointee) { $1.append(raw: html.markup) } },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    static func number<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> Int) -> FieldReader {
        FieldReader(write: { $1.append(decimal: get($0.assumingMemoryBound(to: V.self).pointee)) })
    }

    static func flag<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> Bool) -> FieldReader {
        FieldReader(test: { get($0.assumingMemoryBound(to: V.self).pointee) })
    }
}

extension FieldReader {
    static func view<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> C) -> FieldReader {
        FieldReader(visit: { frame, body in
            withUnsafePointer(to: get(frame.assumingMemoryBound(to: V.self).pointee)) { body($0) }
        })
    }

    static func optionalView<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> C?) -> FieldReader {
        FieldReader(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: { frame, body in
                if let child = get(frame.assumingMemoryBound(to: V.self).pointee) {
                    withUnsafePointer(to: child) { body($0) }
                }
            })
    }

    static func list<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> [C]) -> FieldReader {
        FieldReader(
            test: { !get($0.assumingMemoryBound(to: V.self).pointee).isEmpty },
            visit: { frame, body in each(get(frame.assumingMemoryBound(to: V.self).pointee), body) })
    }

    /// Reads a list that is pending if nil and ready if empty.
    static func optionalList<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> [C]?) -> FieldReader {
        FieldReader(
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
