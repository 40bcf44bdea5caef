import Basics
import FoundationEssentials

extension JSONDecoder {
    /// Decodes a response; replaces invalid UTF-8 and removes lone surrogates, so that they damage nothing else.
    package func decodeTolerantly<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let text = String(decoding: JSONText.replacingLoneSurrogates(in: bytes, by: ""), as: UTF8.self)
        return try decode(Value.self, from: Data(text.utf8))
    }
}

/// The fields of an object in a response, by their names there.
package typealias ResponseFields = KeyedDecodingContainer<FieldName>

package struct FieldName: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringLiteral name: String) { stringValue = name }
    package init(stringValue name: String) { stringValue = name }
    package init?(intValue: Int) { nil }
}

extension ResponseFields {
    package init(_ decoder: any Decoder) throws { self = try decoder.container(keyedBy: FieldName.self) }

    /// Returns the value; nil if it is absent, null or of another type.
    package func tolerant<Value: Decodable>(_ type: Value.Type, _ name: FieldName) -> Value? {
        // An optional field that cannot be decoded counts as absent.
        try? decode(type, forKey: name)
    }

    /// Returns the fields of an object; nil if it is absent, null or of another type.
    package func object(_ name: FieldName) -> ResponseFields? {
        try? nestedContainer(keyedBy: FieldName.self, forKey: name)  // As above.
    }

    /// Returns the readable elements of a list; none if it is absent, null or of another type.
    package func list<Item: Decodable>(_ name: FieldName) -> [Item] {
        (tolerant([Lossy<Item>].self, name) ?? []).compactMap(\.value)
    }

    /// Returns an integer, also from a string or a number with a zero fraction.
    package func int(_ name: FieldName) -> Int? {
        tolerant(Int.self, name) ?? tolerant(String.self, name).flatMap { Int($0.trimmed) }
    }

    /// Returns a string, also from an integer.
    package func text(_ name: FieldName) -> String? {
        tolerant(String.self, name) ?? tolerant(Int.self, name).map { "\($0)" }
    }

    /// Returns a text as one line; nil if nothing of it is visible.
    package func title(_ name: FieldName) -> String? {
        text(name)?.asTitle.nonEmpty
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
