import Basics
import FoundationEssentials

extension JSONDecoder {
    /// Decodes a response; replaces invalid UTF-8 and removes lone surrogates, so that they damage nothing else.
    package func decodeTolerantly<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let text = String(decoding: JSONText.replacingLoneSurrogates(in: bytes, by: ""), as: UTF8.self)
        return try decode(Value.self, from: Data(text.utf8))
    }
}

extension KeyedDecodingContainer {
    /// Returns the value; nil if it is absent, null or of another type.
    package func tolerant<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        // An optional field that cannot be decoded counts as absent.
        try? decode(type, forKey: key)
    }

    /// Returns an integer, also from a string or a number with a zero fraction.
    package func tolerantInt(_ key: Key) -> Int? {
        tolerant(Int.self, key) ?? tolerant(String.self, key).flatMap { Int($0.trimmed) }
    }

    /// Returns a string, also from an integer.
    package func tolerantText(_ key: Key) -> String? {
        tolerant(String.self, key) ?? tolerant(Int.self, key).map { "\($0)" }
    }
}

/// An element of a list that may be unreadable.
package struct Lossy<Value: Decodable>: Decodable {
    package let value: Value?

    package init(from decoder: any Decoder) {
        // One invalid object must not discard the others of its page.
        value = try? Value(from: decoder)
    }
}
