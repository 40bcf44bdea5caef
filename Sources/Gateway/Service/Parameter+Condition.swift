extension Parameter {
    /// The condition on objects of a kind that a value asks for; `today` counts days since 1970.
    func condition(
        _ name: String, _ value: String, on kind: Kind, today: Int
    ) throws(GatewayError) -> ListQuery.Condition {
        switch self {
        case .whole(let columns):
            let folded = Folding.fold(value)
            return ListQuery.Condition(
                columns.map { "\($0) = ?" }.joined(separator: " OR "), columns.map { _ in folded })
        case .exact(let column): return ListQuery.Condition("\(column) = ?", [value])
        case .start(let column): return .starts(column, with: value)
        case .modifiedSince:
            return ListQuery.Condition("modified >= ?", [try Self.valid(Timestamp.seconds(value), name)])
        case .integer(let column):
            return ListQuery.Condition("\(column) = ?", [try Self.valid(Digits.clamped(value), name)])
        case .decimal(let column):
            return ListQuery.Condition("\(column) = ?", [try Self.valid(Digits.decimal(value), name)])
        case .choice(let column, let words):
            return ListQuery.Condition("\(column) = ?", [try Self.word(value, of: words, name)])
        case .anyOf(let other): return .related(kind, to: other, try Self.ids(value, other))
        case .allOf(let other): return .relatedToAll(kind, other, try Self.ids(value, other))
        case .noVariants: return try Self.flag(value, name) ? ListQuery.Condition("variant = 0") : .everything
        case .hasDigitalIssue: return try Self.flag(value, name) ? ListQuery.Condition("digitalId > 0") : .everything
        case .formatType: return try Self.formatType(value, name)
        case .contains: return try Self.contains(value, name)
        case .dateDescriptor: return .onSale(try Self.valid(DateSpan(descriptor: value, today: today), name))
        case .dateRange: return .onSale(try Self.valid(DateSpan(range: value), name))
        }
    }

    private static func valid<Value>(_ value: Value?, _ name: String) throws(GatewayError) -> Value {
        guard let value else { throw .invalidValue(name) }
        return value
    }

    private static func word(_ value: String, of words: [String], _ name: String) throws(GatewayError) -> String {
        let word = Folding.fold(value)
        return try valid(words.contains(word) ? word : nil, name)
    }

    private static func flag(_ value: String, _ name: String) throws(GatewayError) -> Bool {
        switch value.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: throw .invalidValue(name)
        }
    }

    /// Up to ten ids; what is no id is passed over as long as one is.
    private static func ids(_ value: String, _ kind: Kind) throws(GatewayError) -> [Int] {
        let parts = value.utf8.split(separator: UInt8(ascii: ","))
        guard parts.count <= 10 else { throw .tooManyIDs(kind) }
        let ids = parts.compactMap { part in
            let digits = part.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            return Digits.id(String(decoding: digits, as: UTF8.self))
        }
        guard !ids.isEmpty else { throw .noValidID(kind) }
        return ids
    }

    private static func formatType(_ value: String, _ name: String) throws(GatewayError) -> ListQuery.Condition {
        let word = try word(value, of: ["comic", "collection"], name)
        let formats = word == "comic" ? ComicFormat.comics : ComicFormat.collections
        return .oneOf("format", formats)
    }

    private static func contains(_ value: String, _ name: String) throws(GatewayError) -> ListQuery.Condition {
        var formats: [String] = []
        for part in value.split(separator: ",") { formats.append(try word(String(part), of: ComicFormat.all, name)) }
        let format = ListQuery.Condition.oneOf("c.format", formats)
        return ListQuery.Condition(
            """
            id IN (SELECT r.object FROM comics c JOIN relation r ON r.subject = c.id * 8 + \(Kind.comics.code) \
            AND r.kind = \(Kind.series.code) WHERE \(format.sql))
            """, format.arguments)
    }
}

extension ListQuery.Condition {
    static let everything = Self("1")

    static func oneOf(_ column: String, _ words: [String]) -> Self {
        Self("\(column) IN (\(words.map { _ in "?" }.joined(separator: ",")))", words)
    }

    static func onSale(_ span: DateSpan) -> Self { Self("onsale BETWEEN ? AND ?", [span.first, span.last]) }
}
