import Basics

extension OpenAPI {
    /// The schemas of all objects and their parts, by name.
    var schemas: [JSON.Member] {
        let objects = Kind.allCases.map { kind in
            let others = kind == .characters ? "facts?:Facts match?:Match role?" : "role?"
            return JSON.Member(
                kind.typeName, Self.object(kind.fields.map { ($0.name, schema($0), true) } + Self.members(others)))
        }
        return objects + wrappers + Self.words + Self.parts.map { JSON.Member($0, Self.object(Self.members($1))) }
            + [JSON.Member("Found", found)]
    }

    private func schema(_ field: RecordField) -> JSON {
        switch field {
        case .id: ["type": "integer"]
        case .resourceURI: Self.text
        case .summary: Self.reference("schemas", "SummaryList")
        case .plain(let name, let type, let value): schema(name, type, unknown: value)
        }
    }

    private func schema(_ name: String, _ type: FieldType, unknown: JSON) -> JSON {
        let types: [JSON] =
            switch type {
            case .text, .time: ["string"]
            case .number: [name == "issueNumber" ? "number" : "integer"] + (isRecorded ? ["string"] : [])
            case .object, .list: []
            }
        let part = Self.partNames[name] ?? "Summary"
        switch type {
        case .object: return .anyOf([Self.reference("schemas", part), ["type": "null"]])
        case .list: return ["type": "array", "items": Self.reference("schemas", part)]
        case .text, .time, .number:
            let all = types + (isRecorded || unknown == .null ? ["null"] : [])
            let example = type == .time ? "Such as 2014-04-29T14:18:17-0400. " : ""
            return [
                "type": all.count == 1 ? all[0] : .array(all),
                "description": .string("\(example)If unknown: \(unknown.spelling)"),
            ]
        }
    }

    /// The schemas of the elements of lists and of objects, if they are no summaries.
    private static let partNames = [
        "thumbnail": "Image", "images": "Image", "urls": "Url", "textObjects": "TextObject", "dates": "ComicDate",
        "prices": "ComicPrice",
    ]

    /// An object of any kind that a search names.
    private var found: JSON {
        let fields = Kind.searched.flatMap(\.fields)
        let names = Kind.searched.map(\.nameField).unique(by: \.self) + Archive.foundMembers
        return Self.object(
            [("id", ["type": "integer"], true)]
                + names.compactMap { name in
                    fields.first { $0.name == name }.map { (name, schema($0), name == "resourceURI") }
                })
    }

    private var wrappers: [JSON.Member] {
        let found = Kind.searched.map(\.typeName).joined(separator: "|")
        let search = "complete?:boolean named?:[Named] groups?:Groups asked?:Kind list?:NarrowedList"
        let lists =
            Kind.allCases.map { ($0.typeName, $0.typeName, "") } + [("Step", "Step", ""), ("Search", found, search)]
        return lists.flatMap { name, element, others in
            let container = "offset:integer limit:integer total:integer count:integer results:[\(element)] \(others)"
            let wrapper =
                "code:integer status copyright attributionText attributionHTML etag data:\(name)DataContainer"
            return [("DataContainer", container), ("DataWrapper", wrapper)].map {
                JSON.Member(name + $0, Self.object(Self.members($1)))
            }
        }
    }

    private static let words: [JSON.Member] = [
        ("Kind", Kind.allCases.map(\.rawValue)), ("Side", Facts.sides), ("Gender", Facts.genders),
        ("Reason", RowMatch.Reason.allCases.map(\.rawValue)), ("RelationKind", CatalogueRelation.kinds),
        ("LinkKind", CatalogueRelation.kinds + PathSearch.kinds.map(\.rawValue)),
    ].map { JSON.Member($0, .words($1)) }

    /// The parts of objects and answers, in the notation of `members`.
    private static let parts: [(name: String, members: String)] = [
        ("SummaryList", "available:integer collectionURI items:[Summary] returned:integer"),
        ("Summary", "resourceURI name type? role?"), ("Image", "path extension"), ("Url", "type url"),
        ("TextObject", "type language text"), ("ComicDate", "type date"), ("ComicPrice", "type price:number"),
        ("Reference", "resourceURI name thumbnail?:Image|null"),
        (
            "Facts",
            """
            realName? aliases?:[string] teams?:[Summary] firstAppearance?:Appearance side?:Side gender?:Gender \
            creators?:[Summary] namesakes?:[Summary] relations?:[Relation] companions?:[Reference] firstReads?:[FirstRead]
            """
        ),
        ("Appearance", "resourceURI? name"), ("Relation", "kind:RelationKind reason character:Reference"),
        (
            "FirstRead",
            "resourceURI name thumbnail:Image|null text series?:Summary|null dates?:[ComicDate] textObjects:[TextObject]"
        ),
        ("Match", "reason:Reason text"), ("Named", "kind:Kind result:Found"),
        ("Group", "total:integer results:[Found]"),
        ("Groups", Kind.searched.dropFirst().map { "\($0.rawValue)?:Group" }.joined(separator: " ")),
        ("NarrowedList", "total:integer teams? side?:Side gender?:Gender decade?"),
        ("Step", "character:Reference link:Link"), ("Link", "kind:LinkKind reason? resourceURI? name?"),
        ("ServiceError", "code message"), ("CallError", "code:integer status"),
    ]
}

extension OpenAPI {
    private typealias Property = (name: String, schema: JSON, isRequired: Bool)

    private static func object(_ properties: [Property]) -> JSON {
        [
            "type": "object", "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
            "properties": .object(properties.map { JSON.Member($0.name, $0.schema) }),
        ]
    }

    /// Parses members such as `name` for a string, `role?` for one that may be absent, `total:integer`, `side:Side` for
    /// another schema, `link:Link|null` for one of several and `items:[Summary]` for a list.
    private static func members(_ text: String) -> [Property] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: ":")
            let isOptional = parts[0].last == "?"
            return (
                String(isOptional ? parts[0].dropLast() : parts[0]), type(parts.count > 1 ? parts[1] : "string"),
                !isOptional
            )
        }
    }

    private static func type(_ text: Substring) -> JSON {
        if text.first == "[" { return ["type": "array", "items": type(text.dropFirst().dropLast())] }
        return .anyOf(
            text.split(separator: "|").map { name in
                name.first?.isUppercase == true ? reference("schemas", String(name)) : ["type": .string(String(name))]
            })
    }
}

extension Kind {
    /// The name of an object's type in generated clients, as in Marvel's documentation.
    var typeName: String {
        let name = self == .series ? rawValue : self == .stories ? "story" : String(rawValue.dropLast())
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension ListFilter {
    /// The schema of the parameter's values.
    var schema: JSON {
        switch self {
        case .equals, .exact, .title, .prefix: ["type": "string", "minLength": .integer(1)]
        case .modifiedSince: ["type": "string", "format": "date"]
        case .integer: ["type": "integer", "minimum": .integer(0)]
        case .decimal: ["type": "number"]
        case .choice(_, let words): .words(words)
        case .anyOf, .allOf:
            [
                "type": "array", "items": ["type": "integer"], "minItems": .integer(1),
                "maxItems": .integer(Self.idLimit),
            ]
        case .flag: ["type": "boolean"]
        case .formatType: .words(Self.formatTypes)
        case .contains: ["type": "array", "items": .words(ComicFormat.all), "minItems": .integer(1)]
        case .dateDescriptor: .words(DateDescriptor.allCases.map(\.rawValue))
        case .dateRange:
            [
                "type": "array", "items": ["type": "string", "format": "date"], "minItems": .integer(2),
                "maxItems": .integer(2),
            ]
        case .side: .words(Self.sides)
        case .decade:
            ["type": "integer", "minimum": .integer(10), "maximum": .integer(9990), "multipleOf": .integer(10)]
        }
    }
}

extension JSON {
    /// The schema of one of these words.
    static func words(_ words: [String]) -> JSON { ["type": "string", "enum": .array(words.map(JSON.string))] }

    /// The schema of a value with one of these schemas.
    static func anyOf(_ schemas: [JSON]) -> JSON {
        schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
    }
}
