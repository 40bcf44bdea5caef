import Basics
import FoundationEssentials

extension JSONDecoder {
    /// Decodes a source's answer; bytes that are no UTF-8 are replaced and halves of surrogate pairs left out, so that they
    /// spoil no more than themselves.
    package func decodeTolerantly<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let text = String(decoding: JSONText.replacingHalfPairs(in: bytes, by: ""), as: UTF8.self)
        return try decode(Value.self, from: Data(text.utf8))
    }
}
