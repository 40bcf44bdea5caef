extension KeyedDecodingContainer {
    /// Returns the value; nil if it is absent, null or of another type.
    package func tolerant<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        // Anything else wrong with an optional field is as good as its absence.
        try? decode(type, forKey: key)
    }

    /// Returns a whole number, also if it is written as text or with a fraction of zero.
    package func tolerantInt(_ key: Key) -> Int? {
        tolerant(Int.self, key) ?? tolerant(String.self, key).flatMap { Int($0.trimmed) }
    }

    /// Returns a text, also if it is written as a whole number.
    package func tolerantText(_ key: Key) -> String? {
        tolerant(String.self, key) ?? tolerant(Int.self, key).map { "\($0)" }
    }
}

/// An element of a list that may be unreadable.
package struct Lossy<Value: Decodable>: Decodable {
    package let value: Value?

    package init(from decoder: any Decoder) {
        // One bad object must not take the other ones of its page with it.
        value = try? Value(from: decoder)
    }
}
