extension KeyedDecodingContainer {
    /// The value; nil where it is absent, null or of another type.
    func tolerant<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        // What else could be wrong with a field that others can do without is as good as its absence.
        try? decode(type, forKey: key)
    }

    /// A whole number, also where it is told as text or with a fraction of zero.
    func tolerantInt(_ key: Key) -> Int? {
        tolerant(Int.self, key) ?? tolerant(String.self, key).flatMap { Int($0.trimmed) }
    }

    /// Text, also where it is told as a whole number.
    func tolerantText(_ key: Key) -> String? {
        tolerant(String.self, key) ?? tolerant(Int.self, key).map { "\($0)" }
    }
}
