extension ListFilter {
    static func valid<Value>(_ value: Value?, _ name: String) throws(GatewayError) -> Value {
        guard let value else { throw .invalidValue(name) }
        return value
    }

    static func word(_ value: String, of words: [String], _ name: String) throws(GatewayError) -> String {
        let word = Folding.fold(value)
        return try valid(words.contains(word) ? word : nil, name)
    }

    static func flag(_ value: String, _ name: String) throws(GatewayError) -> Bool {
        switch value.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: throw .invalidValue(name)
        }
    }

    /// Parses up to ten different ids; skips invalid ones unless all are invalid.
    static func ids(_ value: String, _ kind: Kind) throws(GatewayError) -> [ListQuery.ObjectID] {
        let ids = value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let digits = part.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            return Digits.id(String(decoding: digits, as: UTF8.self))
        }
        let distinct = Set(ids)
        guard distinct.count <= 10 else { throw .tooManyIDs(kind) }
        guard !distinct.isEmpty else { throw .noValidID(kind) }
        return distinct.map { ListQuery.ObjectID(kind: kind, id: $0) }
    }

    static func contains(_ value: String, _ name: String) throws(GatewayError) -> ListQuery.Condition {
        var bits = 0
        for part in value.split(separator: ",") {
            let format = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            bits |= ComicFormat.bit(try word(String(format), of: ComicFormat.all, name))
        }
        guard bits != 0 else { throw .invalidValue(name) }
        return ListQuery.Condition("formats", test: .anyBit(of: bits))
    }
}
