enum ListFilter: Sendable {
    /// Equality with a text, folded or (for codes) exact.
    case equals([String]), exact(String)
    /// Equality with the title of a comic or of its series.
    case title
    /// A prefix of a folded text.
    case prefix(String)
    case modifiedSince
    case integer(String), decimal(String)
    /// One of these words, ignoring case.
    case choice(String, [String])
    /// A relation to at least one of the objects, or to each of them.
    case anyOf(Kind), allOf(Kind)
    /// A condition that applies only if the value is true.
    case flag(ListQuery.Condition)
    case formatType, contains
    case dateDescriptor, dateRange
    /// The side that a character is on, and the decade of its first appearance.
    case side, decade

    static let (sides, formatTypes) = (["hero", "villain"], ["comic", "collection"])
    static let idLimit = 10

    /// True if the value is a comma-separated list.
    var isList: Bool {
        switch self {
        case .anyOf, .allOf, .contains, .dateRange: true
        default: false
        }
    }
}

extension Kind {
    /// The filters of a list of this kind, by parameter name.
    var filters: [String: ListFilter] {
        var filters: [String: ListFilter] = ["modifiedSince": .modifiedSince]
        for kind in related { filters[kind.rawValue] = .anyOf(kind) }
        return filters.merging(ownFilters) { _, own in own }
    }

    private var ownFilters: [String: ListFilter] {
        switch self {
        case .events, .teams: Self.names
        case .characters:
            Self.names.merging(
                ["side": .side, "gender": .choice("gender", Facts.genders), "decade": .decade]) { $1 }
        case .comics: Self.comicFilters
        case .creators:
            [
                "firstName": .equals(["first"]), "middleName": .equals(["middle"]), "lastName": .equals(["last"]),
                "suffix": .equals(["suffix"]), "nameStartsWith": .prefix("folded"),
                "firstNameStartsWith": .prefix("first"), "middleNameStartsWith": .prefix("middle"),
                "lastNameStartsWith": .prefix("last"),
            ]
        case .series:
            [
                "title": .equals(["folded", "bare"]), "titleStartsWith": .prefix("folded"),
                "startYear": .integer("startYear"),
                "seriesType": .choice("type", ["collection", "one shot", "limited", "ongoing"]), "contains": .contains,
            ]
        case .stories: [:]
        }
    }

    private static let names: [String: ListFilter] = ["name": .equals(["folded"]), "nameStartsWith": .prefix("folded")]

    private static var comicFilters: [String: ListFilter] {
        [
            "format": .choice("format", ComicFormat.all), "formatType": .formatType,
            "noVariants": .flag(ListQuery.Condition("variant = 0")),
            "dateDescriptor": .dateDescriptor, "dateRange": .dateRange, "title": .title,
            "titleStartsWith": .prefix("folded"), "startYear": .integer("startYear"),
            "issueNumber": .decimal("issueNumber"), "digitalId": .integer("digitalId"),
            "diamondCode": .exact("diamondCode"), "upc": .exact("upc"), "isbn": .exact("isbn"), "ean": .exact("ean"),
            "issn": .exact("issn"), "hasDigitalIssue": .flag(ListQuery.Condition("digitalId >= 1")),
            "sharedAppearances": .allOf(.characters),
            "collaborators": .allOf(.creators),
        ]
    }

    /// The columns a list of this kind can be ordered by, by their names in orderBy.
    var orderings: [String: [String]] {
        let own: [String: [String]] =
            switch self {
            case .characters: ["name": ["folded"], "fame": ["fame"], "firstAppearance": ["first NULLS LAST"]]
            case .teams: ["name": ["folded"], "fame": ["fame"]]
            case .comics:
                [
                    "focDate": ["foc"], "onsaleDate": ["dated NULLS LAST"], "title": ["titleRank"],
                    "issueNumber": ["issueNumber"],
                ]
            case .creators:
                ["lastName": ["last"], "firstName": ["first"], "middleName": ["middle"], "suffix": ["suffix"]]
            case .events: ["name": ["folded"], "startDate": ["start NULLS LAST"]]
            case .series: ["title": ["bare", "startYear DESC"], "startYear": ["startYear"]]
            case .stories: ["id": ["id"]]
            }
        return own.merging(["modified": ["modified"], "role": [ListQuery.role]]) { own, _ in own }
    }
}

/// The formats of comics, as in filter values.
enum ComicFormat {
    static let comics = ["comic", "magazine", "digital comic", "infinite comic"]
    static let collections = ["trade paperback", "hardcover", "digest", "graphic novel"]
    static let all = comics + collections
}

extension ListFilter {
    /// Adds the filter with this value to a query; `today` is in days since 1970.
    func apply(to query: inout ListQuery, _ name: String, _ value: String, today: Int) throws(GatewayError) {
        switch self {
        case .anyOf(let kind):
            query.groups.append(try Self.ids(value, kind))
        case .allOf(let kind):
            query.groups += try Self.ids(value, kind).map { [$0] }
        case .side:
            let side = try Self.word(value, of: Self.sides, name)
            query.conditions.append(ListQuery.Condition(side == "hero" ? "isHero = 1" : "isVillain = 1"))
            query.includesFoes = side == "villain"
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
        case .equals(let columns):
            return ListQuery.Condition(columns.map { .padded($0, Folding.fold(value)) }, joinedBy: "OR")
        case .title: return .title(value)
        case .exact(let column): return ListQuery.Condition("\(column) = ?", value)
        case .prefix(let column): return .hasPrefix(column, value)
        case .modifiedSince:
            return ListQuery.Condition("modified >= ?", try Self.valid(Timestamp(value)?.seconds, name))
        case .integer(let column):
            return ListQuery.Condition("\(column) = ?", try Self.valid(Digits.clamped(value), name))
        case .decimal(let column):
            return ListQuery.Condition("\(column) = ?", try Self.valid(Digits.decimal(value), name))
        case .choice(let column, let words):
            return ListQuery.Condition("\(column) = ?", try Self.word(value, of: words, name))
        case .formatType:
            let word = try Self.word(value, of: Self.formatTypes, name)
            return ListQuery.Condition("collection = ?", word == "collection")
        case .contains: return try Self.contains(value, name)
        case .dateDescriptor: return .onSale(try Self.valid(DateDescriptor(value), name), today: today)
        case .dateRange: return try Self.valid(.onSale(dates: value), name)
        case .decade:
            let year = try Self.valid(Digits.clamped(value).flatMap { (1...999).contains($0 / 10) ? $0 : nil }, name)
            guard year % 10 == 0 else { throw .invalidValue(name) }
            return ListQuery.Condition("first BETWEEN ? AND ?", year * 10_000, (year + 10) * 10_000 - 1)
        case .anyOf, .allOf, .flag, .side: throw .unknownParameter(name)
        }
    }
}

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

    /// Parses up to `idLimit` different ids; skips invalid ones unless all are invalid.
    static func ids(_ value: String, _ kind: Kind) throws(GatewayError) -> [ObjectKey] {
        let ids = value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let digits = part.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            return Digits.id(String(decoding: digits, as: UTF8.self))
        }
        let distinct = Set(ids)
        guard distinct.count <= idLimit else { throw .tooManyIDs(kind) }
        guard !distinct.isEmpty else { throw .noValidID(kind) }
        return distinct.map { ObjectKey(kind, $0) }
    }

    /// Returns the condition for series with a comic of one of these formats.
    static func contains(_ value: String, _ name: String) throws(GatewayError) -> ListQuery.Condition {
        var formats: Set<String> = []
        for part in value.split(separator: ",") {
            let format = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            formats.insert(try word(String(format), of: ComicFormat.all, name))
        }
        guard !formats.isEmpty else { throw .invalidValue(name) }
        let comics = "SELECT 1 FROM relation JOIN comics ON comics.id = object WHERE comics.format = ?"
        let series = "subject = \(ObjectKey.sql("series.id", .series)) AND kind = \(Kind.comics.code)"
        return ListQuery.Condition(
            formats.map { ListQuery.Condition("EXISTS (\(comics) AND \(series))", $0) }, joinedBy: "OR")
    }
}
