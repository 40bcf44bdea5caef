/// A named, typed accessor of a view's property for templates.
@usableFromInline package struct Field<V>: Sendable {
    let field: FieldInfo

    // Inlinable, so that the readers of a view's fields are specialized for its types.
    @usableFromInline init(_ name: String, _ kind: FieldInfo.Kind, _ reader: FieldReader) {
        field = FieldInfo(name: name, kind: kind, reader: reader)
    }
}

/// A field without the type of its view.
@usableFromInline struct FieldInfo: Sendable {
    let name: String
    let kind: Kind
    let reader: FieldReader

    /// The type of a field, which decides how templates may use it.
    @usableFromInline enum Kind: Sendable {
        case value(Value, isOptional: Bool = false)
        case flag
        case view(any View.Type, isOptional: Bool = false)
        case list(any View.Type), deferred(any View.Type)
    }

    /// The type of a field that a variable tag can write.
    @usableFromInline enum Value: String, Sendable {
        case text, number, markup, url
    }
}

extension Field {
    /// Declares plain text, which is escaped on output.
    @inlinable package static func text(_ name: String, _ get: @escaping @Sendable (V) -> String) -> Field {
        Field(name, .value(.text), .value(get) { $1.append(escaping: $0) })
    }

    @inlinable package static func optionalText(_ name: String, _ get: @escaping @Sendable (V) -> String?) -> Field {
        Field(name, .value(.text, isOptional: true), .optional(get) { $1.append(escaping: $0) })
    }

    /// Declares an integer, written in decimal digits.
    @inlinable package static func number(_ name: String, _ get: @escaping @Sendable (V) -> Int) -> Field {
        Field(name, .value(.number), .value(get) { $1.append(decimal: $0) })
    }

    /// Declares a condition for sections.
    @inlinable package static func flag(_ name: String, _ get: @escaping @Sendable (V) -> Bool) -> Field {
        Field(name, .flag, .condition(get))
    }

    /// Declares markup, which is written unescaped.
    @inlinable package static func html(_ name: String, _ get: @escaping @Sendable (V) -> SafeHTML) -> Field {
        Field(name, .value(.markup), .value(get) { $1.append(raw: $0.markup) })
    }

    @inlinable package static func optionalHTML(_ name: String, _ get: @escaping @Sendable (V) -> SafeHTML?) -> Field {
        Field(name, .value(.markup, isOptional: true), .optional(get) { $1.append(raw: $0.markup) })
    }

    /// Declares a URL, the only kind allowed in `href` and other URL attributes.
    @inlinable package static func url(_ name: String, _ get: @escaping @Sendable (V) -> SafeURL) -> Field {
        Field(name, .value(.url), .value(get) { $1.append(escaping: $0.string) })
    }

    @inlinable package static func optionalURL(_ name: String, _ get: @escaping @Sendable (V) -> SafeURL?) -> Field {
        Field(name, .value(.url, isOptional: true), .optional(get) { $1.append(escaping: $0.string) })
    }

    /// Declares a nested view.
    @inlinable package static func view<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> C) -> Field {
        Field(name, .view(C.self), .child(get))
    }

    @inlinable package static func optionalView<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> C?) -> Field
    {
        Field(name, .view(C.self, isOptional: true), .child(get))
    }

    @inlinable package static func list<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> [C]) -> Field {
        Field(name, .list(C.self), .children(get, isShownIfEmpty: false))
    }

    /// Declares a nested view that may be streamed after the first part of the page.
    @inlinable package static func deferred<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> Deferred<C>)
        -> Field
    {
        Field(name, .deferred(C.self), .child { get($0).value })
    }

    /// Declares a list of views that may be streamed after the first part of the page.
    @inlinable package static func deferredList<C: View>(
        _ name: String, _ get: @escaping @Sendable (V) -> Deferred<[C]>
    ) -> Field {
        Field(name, .deferred(C.self), .children({ get($0).value }, isShownIfEmpty: true))
    }
}

/// A type-erased reader of a view's field.
///
/// The pointers are sound because every name is resolved when templates are loaded: a reader made for a `V` only gets
/// the frame of a `V`, which is the rendered view itself or was opened by the reader of a field of type `V`.
/// Views are borrowed as if they were noncopyable, so that reading one field never copies the others.
@usableFromInline final class FieldReader: Sendable {
    @usableFromInline typealias Frame = UnsafeRawPointer

    /// Appends the value as markup.
    let write: @Sendable (Frame, inout [UInt8]) -> Void
    /// Returns true if a section of the value is shown; for deferred data, if it is ready.
    let test: @Sendable (Frame) -> Bool
    /// Calls the body with each view in the value.
    let visit: @Sendable (Frame, (Frame) -> Void) -> Void

    @usableFromInline init(
        write: @escaping @Sendable (Frame, inout [UInt8]) -> Void = { _, _ in },
        test: @escaping @Sendable (Frame) -> Bool = { _ in true },
        visit: @escaping @Sendable (Frame, (Frame) -> Void) -> Void = { _, _ in }
    ) {
        self.write = write
        self.test = test
        self.visit = visit
    }

    @inlinable static func condition<V: ~Copyable>(_ get: @escaping @Sendable (borrowing V) -> Bool) -> FieldReader {
        FieldReader(test: { get($0.assumingMemoryBound(to: V.self).pointee) })
    }

    @inlinable static func value<V: ~Copyable, T>(
        _ get: @escaping @Sendable (borrowing V) -> T, write: @escaping @Sendable (T, inout [UInt8]) -> Void
    ) -> FieldReader {
        FieldReader(write: { write(get($0.assumingMemoryBound(to: V.self).pointee), &$1) })
    }

    @inlinable static func optional<V: ~Copyable, T>(
        _ get: @escaping @Sendable (borrowing V) -> T?, write: @escaping @Sendable (T, inout [UInt8]) -> Void
    ) -> FieldReader {
        FieldReader(
            write: { if let value = get($0.assumingMemoryBound(to: V.self).pointee) { write(value, &$1) } },
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil })
    }

    @inlinable static func child<V: ~Copyable, C>(_ get: @escaping @Sendable (borrowing V) -> C?) -> FieldReader {
        FieldReader(
            test: { get($0.assumingMemoryBound(to: V.self).pointee) != nil },
            visit: { frame, body in
                guard let child = get(frame.assumingMemoryBound(to: V.self).pointee) else { return }
                withUnsafePointer(to: child) { body($0) }
            })
    }

    @inlinable static func children<V: ~Copyable, C>(
        _ get: @escaping @Sendable (borrowing V) -> [C]?, isShownIfEmpty: Bool
    ) -> FieldReader {
        FieldReader(
            test: { get($0.assumingMemoryBound(to: V.self).pointee).map { isShownIfEmpty || !$0.isEmpty } ?? false },
            visit: { frame, body in
                get(frame.assumingMemoryBound(to: V.self).pointee)?.withUnsafeBufferPointer { children in
                    guard let first = children.baseAddress else { return }
                    for index in children.indices { body(first + index) }
                }
            })
    }
}
