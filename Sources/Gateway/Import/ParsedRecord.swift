import Basics

struct RecordError: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The confidence that the object was meant to be a record.
    let confidence: Confidence

    enum Confidence: Comparable {
        /// It is something else, which may contain records.
        case none
        /// It has an id and a name.
        case possible
        /// It has fields that only the API's records have.
        case certain
    }

    init(_ description: String, _ confidence: Confidence) {
        self.description = description
        self.confidence = confidence
    }
}

struct ParsedRecord {
    let entry: ArchiveEntry
    let quality: RecordQuality

    /// Throws `RecordError` if the members are not an object of the six kinds; `named` is the kind that the name of its
    /// list states.
    init(_ members: [JSON.Member], _ named: Kind? = nil) throws(RecordError) {
        // Of duplicate names the last counts, as in most JSON parsers.
        let fields = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let confidence = Self.confidence(fields)
        if let reason = fields[JSON.syntaxErrorKey]?.text { throw RecordError(reason, confidence) }
        guard let kind = Kind.recognized(fields, named) else {
            // The API's errors have a code and a text, such as 409 and "You must provide a hash.".
            let error = [fields["code"]?.textOrNumber, (fields["status"] ?? fields["message"])?.text].compactMap(\.self)
            let reason = "a response without results (\(error.joined(separator: ": ").prefix(160)))"
            throw RecordError(
                fields["code"] == nil ? "its kind cannot be determined" : reason, min(confidence, .possible))
        }
        let id = try Self.id(fields, confidence)
        if let name = fields[kind.nameField], FieldType.text.converted(name) == nil {
            throw RecordError("its \(kind.nameField) is not a string", confidence)
        }
        let plainFields = Self.plainFields(fields, kind)
        let summaries = Self.summaries(fields, of: kind)
        entry = ArchiveEntry(
            kind: kind, id: id, fields: plainFields, links: Self.links(plainFields, summaries, of: kind),
            summaries: summaries)
        quality = RecordQuality(entry)
        guard quality.information > 0 else { throw RecordError("it has no data except its id", confidence) }
        guard confidence == .certain else {
            throw RecordError(
                "it seems to be from another API: it has an id and a name, but no fields of Marvel's API", confidence)
        }
    }

    /// Returns the confidence that an object is a record of the API, by the names and types of its fields.
    private static func confidence(_ fields: [String: JSON]) -> RecordError.Confidence {
        let hasID = fields["id"].flatMap(id) != nil
        let hasURI = fields["resourceURI"]?.text.flatMap(ResourceURI.init) != nil || Kind.collectionURI(fields) != nil
        let isNumbered = if case .number? = fields["id"] { true } else { hasID }
        if hasURI || (isNumbered && Kind.hasMarvelFields(fields)) { return .certain }
        return hasID && (fields["name"] ?? fields["title"] ?? fields["fullName"]) != nil ? .possible : .none
    }

    private static func id(_ fields: [String: JSON], _ confidence: RecordError.Confidence) throws(RecordError) -> Int {
        guard let value = fields["id"], value != .null else {
            let uri = fields["resourceURI"]?.text.flatMap(ResourceURI.init) ?? Kind.collectionURI(fields)
            guard let uri else { throw RecordError("it has no id", confidence) }
            return uri.id
        }
        guard let id = id(value) else {
            throw RecordError("\(value.spelling.prefix(60)) is not an id", confidence)
        }
        return id
    }

    private static func id(_ json: JSON) -> Int? {
        guard let spelling = json.textOrNumber, let id = Digits.id(spelling) ?? Digits.integer(spelling),
            id > 0, id <= ObjectKey.largestID
        else { return nil }
        return id
    }

    /// Returns the record's fields of the kind, unchanged except for URLs. Values of the wrong type are dropped, since
    /// one of them would make clients reject the entire page.
    private static func plainFields(_ fields: [String: JSON], _ kind: Kind) -> [String: JSON] {
        var plainFields: [String: JSON] = [:]
        for case .plain(let name, let type, _) in kind.fields {
            plainFields[name] = fields[name].flatMap(type.converted)?.withLocalURLs
        }
        if kind == .characters { plainFields["facts"] = fields["facts"].flatMap { Facts($0).json() } }
        if kind == .creators, plainFields["fullName"] == nil {
            let names = ["firstName", "middleName", "lastName", "suffix"].compactMap { plainFields[$0]?.text }
            plainFields["fullName"] = .string(names.filter { !$0.isEmpty }.joined(separator: " "))
        }
        return plainFields
    }

    private static func summaries(_ fields: [String: JSON], of kind: Kind) -> [Kind: [JSON]] {
        var summaries: [Kind: [JSON]] = [:]
        for case .summary(let other) in kind.fields {
            summaries[other] = fields[other.rawValue]?.summaryItems(of: other)
        }
        return summaries
    }

    /// Returns the relations of an object, from its summaries and its other fields.
    private static func links(_ fields: [String: JSON], _ summaries: [Kind: [JSON]], of kind: Kind) -> [ArchiveEntry
        .Link]
    {
        var links = summaries.values.joined().compactMap { item in
            ResourceURI(of: item).map {
                ArchiveEntry.Link(
                    kind: $0.kind, id: $0.id, role: item["role"]?.text ?? "", isInSummary: true, item: item)
            }
        }
        // A comic names its series, and a story its comic, in other fields.
        for name in ["series", "originalIssue"] {
            guard let item = fields[name], let uri = ResourceURI(of: item) else { continue }
            links.append(ArchiveEntry.Link(kind: uri.kind, id: uri.id, item: item))
        }
        return links.filter { $0.kind != kind }
    }
}

extension JSON {
    /// Returns the items of a summary; nil if this is not a summary. Invalid and duplicate items are dropped, since
    /// each item counts as one object.
    func summaryItems(of kind: Kind) -> [JSON]? {
        guard case .object = self, self["items"] != nil || self["available"] != nil else { return nil }
        var ids: Set<Int> = []
        let items = self["items"]?.elements.filter { item in
            guard let uri = ResourceURI(of: item), uri.kind == kind else { return false }
            return ids.insert(uri.id).inserted
        }
        return items?.map(\.withLocalURLs) ?? []
    }
}

/// The order of copies of an object, of which the archive stores the best: a full object before a mention, which has a
/// name and at most a modification time; then the one with the later `modified` (missing or invalid counts as the
/// earliest); then the one with more values; and of equal copies the last imported.
struct RecordQuality: Comparable {
    let isFull: Bool
    /// The seconds since 1970; 0 if unknown.
    let modified: Int
    /// The number of values that are not empty.
    let information: Int

    static func < (left: RecordQuality, right: RecordQuality) -> Bool {
        (left.isFull ? 1 : 0, left.modified, left.information) < (
            right.isFull ? 1 : 0, right.modified, right.information
        )
    }
}

extension RecordQuality {
    init(_ entry: ArchiveEntry) {
        let mentionFields: Set = [entry.kind.nameField, "modified", "type", "role"]
        isFull = !entry.summaries.isEmpty || !mentionFields.isSuperset(of: entry.fields.keys)
        modified = max(0, Timestamp(entry.fields["modified"]?.text ?? "")?.seconds ?? 0)
        information =
            entry.fields.values.reduce(0) { $0 + $1.information }
            + entry.summaries.values.reduce(0) { $0 + $1.count }
    }
}

extension JSON {
    /// The number of numbers, Booleans and non-blank strings in the value.
    var information: Int {
        switch self {
        case .null: 0
        case .string(let text): text.utf8.allSatisfy { $0 == 0x20 } ? 0 : 1
        case .bool, .number, .localURL: 1
        case .array(let elements): elements.reduce(0) { $0 + $1.information }
        case .object(let members): members.reduce(0) { $0 + $1.value.information }
        }
    }
}
