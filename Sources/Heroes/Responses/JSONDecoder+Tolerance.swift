import Basics
import FoundationEssentials

extension JSONDecoder {
    /// Decodes a response; replaces invalid UTF-8 and removes lone surrogates, so that they damage nothing else.
    package func decodeTolerantly<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let text = String(decoding: JSONText.replacingLoneSurrogates(in: bytes, by: ""), as: UTF8.self)
        return try decode(Value.self, from: Data(text.utf8))
    }
}
