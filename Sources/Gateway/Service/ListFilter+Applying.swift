extension ListFilter {
    /// Adds the filter with this value to a query; `today` is in days since 1970.
    func apply(to query: inout ListQuery, _ name: String, _ value: String, today: Int) throws(GatewayError) {
        switch self {
        case .anyOf(let kind):
            query.groups.append(try Self.ids(value, kind))
        case .allOf(let kind):
            query.groups += try Self.ids(value, kind).map { [$0] }
        case .flag(let condition):
            if try Self.flag(value, name) { query.conditions.append(condition) }
        default:
            // Leading blanks of a hero's name are ignored, see `Folding.name`.
            let value = query.kind == .characters ? String(value.drop(while: \.isWhitespace)) : value
            query.conditions.append(try condition(name, value, today: today))
        }
    }

    private func condition(_ name: String, _ value: String, today: Int) throws(GatewayError) -> ListQuery.Condition {
        switch self {
        case .equals(let columns): return ListQuery.Condition(columns, .padded(Folding.fold(value)))
        case .title: return .title(value)
        case .exact(let column): return ListQuery.Condition(column, test: .equal(value))
        case .prefix(let column): return .hasPrefix(column, value)
        case .modifiedSince:
            return ListQuery.Condition(
                "modified", test: .atLeast(try Self.valid(FlexibleDate(value)?.seconds, name)))
        case .integer(let column):
            return ListQuery.Condition(column, test: .equal(try Self.valid(Digits.clamped(value), name)))
        case .decimal(let column):
            return ListQuery.Condition(column, test: .equal(try Self.valid(Digits.decimal(value), name)))
        case .choice(let column, let words):
            return ListQuery.Condition(column, test: .equal(try Self.word(value, of: words, name)))
        case .formatType:
            let word = try Self.word(value, of: ["comic", "collection"], name)
            return ListQuery.Condition("collection", test: .equal(word == "collection"))
        case .contains: return try Self.contains(value, name)
        case .dateDescriptor: return .onSale(try Self.valid(DateRange(descriptor: value, today: today), name))
        case .dateRange: return .onSale(try Self.valid(DateRange(commaSeparated: value), name))
        case .anyOf, .allOf, .flag: throw .unknownParameter(name)
        }
    }
}
