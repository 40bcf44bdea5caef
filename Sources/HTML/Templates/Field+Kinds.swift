extension Field {
    /// Declares plain text, which is escaped on output.
    package static func text(_ name: String, _ get: @escaping @Sendable (V) -> String) -> Field {
        Field(name, .text, .text(get))
    }

    package static func optionalText(_ name: String, _ get: @escaping @Sendable (V) -> String?) -> Field {
        Field(name, .optionalText, .optionalText(get))
    }

    /// Declares an integer, written in decimal digits.
    package static func number(_ name: String, _ get: @escaping @Sendable (V) -> Int) -> Field {
        Field(name, .number, .number(get))
    }

    /// Declares a condition for sections.
    package static func flag(_ name: String, _ get: @escaping @Sendable (V) -> Bool) -> Field {
        Field(name, .flag, .flag(get))
    }

    /// Declares markup, which is written unescaped.
    package static func html(_ name: String, _ get: @escaping @Sendable (V) -> SafeHTML) -> Field {
        Field(name, .html, .markup(get))
    }

    package static func optionalHTML(_ name: String, _ get: @escaping @Sendable (V) -> SafeHTML?) -> Field {
        Field(name, .optionalHTML, .optionalMarkup(get))
    }

    /// Declares a URL, the only kind allowed in `href` and other URL attributes.
    package static func url(_ name: String, _ get: @escaping @Sendable (V) -> SafeURL) -> Field {
        Field(name, .url, .text { get($0).string })
    }

    package static func optionalURL(_ name: String, _ get: @escaping @Sendable (V) -> SafeURL?) -> Field {
        Field(name, .optionalURL, .optionalText { get($0)?.string })
    }
}

extension Field {
    /// Declares a nested view.
    package static func view<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> C) -> Field {
        Field(name, .view(C.self), .view(get))
    }

    package static func optionalView<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> C?) -> Field {
        Field(name, .optionalView(C.self), .optionalView(get))
    }

    package static func list<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> [C]) -> Field {
        Field(name, .list(C.self), .list(get))
    }

    /// Declares a nested view that may be streamed after the first part of the page.
    package static func deferred<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> Deferred<C>) -> Field {
        Field(name, .deferred(C.self), .optionalView { get($0).value })
    }

    /// Declares a list of views that may be streamed after the first part of the page.
    package static func deferredList<C: View>(_ name: String, _ get: @escaping @Sendable (V) -> Deferred<[C]>) -> Field
    {
        Field(name, .deferred(C.self), .optionalList { get($0).value })
    }
}
