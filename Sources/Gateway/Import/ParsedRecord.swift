/// Why a recorded object does not go in.
struct RecordError: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The likelihood that the object was meant to be a record.
    let likeness: Likeness

    enum Likeness: Comparable {
        /// It is something else, maybe around records.
        case none
        /// It has an id and a name.
        case possible
        /// It has what only the API's records have.
        case certain
    }

    init(_ description: String, _ likeness: Likeness) {
        self.description = description
        self.likeness = likeness
    }
}

/// One recorded object, read for the archive.
struct ParsedRecord {
    let entry: Entry
    let quality: RecordQuality

    /// Throws `RecordError` for what is no object of the six kinds.
    init(_ members: [JSON.Member]) throws(RecordError) {
        // A name that is there twice counts as it does for most readers: the last one.
        let fields = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let likeness = Self.likeness(fields)
        if let flaw = fields[JSON.flaw]?.text { throw RecordError(flaw, likeness) }
        guard let kind = Kind.recognized(fields) else {
            throw RecordError(Self.refusal(fields), min(likeness, .possible))
        }
        let id = try Self.id(fields, likeness)
        if let name = fields[kind.nameField], FieldForm.text.reading(name) == nil {
            throw RecordError("its \(kind.nameField) is no text", likeness)
        }
        let own = Self.own(fields, kind)
        let summaries = Self.summaries(fields, of: kind)
        guard
            own.values.contains(where: { $0.information > 0 })
                || summaries.values.contains(where: { !$0.isEmpty })
        else { throw RecordError("there is nothing in it but its id", likeness) }
        guard likeness == .certain else {
            throw RecordError("it may be another API's: it has an id and a name, and nothing of Marvel's", likeness)
        }
        entry = Entry(
            kind: kind, id: id, fields: own, links: Self.links(own, summaries, of: kind), summaries: summaries)
        quality = RecordQuality(entry)
    }

    /// Returns how much an object is like a record of the API, by the names and forms of its fields.
    private static func likeness(_ fields: [String: JSON]) -> RecordError.Likeness {
        let hasID = fields["id"].flatMap(id) != nil
        let hasAddress = fields["resourceURI"]?.text.flatMap(ResourceURI.init) != nil || Kind.collection(fields) != nil
        let isNumbered = if case .number? = fields["id"] { true } else { hasID }
        if hasAddress || (isNumbered && Kind.hasFieldsOfMarvel(fields)) { return .certain }
        return hasID && (fields["name"] ?? fields["title"] ?? fields["fullName"]) != nil ? .possible : .none
    }

    private static func id(_ fields: [String: JSON], _ likeness: RecordError.Likeness) throws(RecordError) -> Int {
        guard let told = fields["id"], told != .null else {
            let uri = fields["resourceURI"]?.text.flatMap(ResourceURI.init) ?? Kind.collection(fields)
            guard let uri else { throw RecordError("it has no id", likeness) }
            return uri.id
        }
        guard let id = id(told) else {
            var bytes: [UInt8] = []
            told.write(to: &bytes)
            throw RecordError("\(String(decoding: bytes.prefix(60), as: UTF8.self)) is no id", likeness)
        }
        return id
    }

    private static func id(_ json: JSON) -> Int? {
        guard let spelling = json.code, let id = Digits.id(spelling) ?? Digits.whole(spelling),
            id > 0, id <= Kind.largestID
        else { return nil }
        return id
    }

    /// The fields of the kind that the record has, as they were recorded apart from addresses; without values that no
    /// field of their name can have, since a client that counts on its form would lose the whole page.
    private static func own(_ fields: [String: JSON], _ kind: Kind) -> [String: JSON] {
        var own: [String: JSON] = [:]
        for case .own(let name, let form, _) in kind.fields {
            own[name] = fields[name].flatMap(form.reading)?.withLocalAddresses
        }
        if kind == .creators, own["fullName"] == nil {
            let names = ["firstName", "middleName", "lastName", "suffix"].compactMap { own[$0]?.text }
            own["fullName"] = .string(names.filter { !$0.isEmpty }.joined(separator: " "))
        }
        return own
    }

    static func summaries(_ fields: [String: JSON], of kind: Kind) -> [Kind: [JSON]] {
        var summaries: [Kind: [JSON]] = [:]
        for other in kind.fields.compactMap(\.summarized) {
            summaries[other] = fields[other.rawValue]?.summaryItems(of: other)
        }
        return summaries
    }

    /// Returns the relations that an object tells, in its summaries and beside them.
    static func links(_ own: [String: JSON], _ summaries: [Kind: [JSON]], of kind: Kind) -> [Entry.Link] {
        var links = summaries.values.joined().compactMap { item in
            ResourceURI(of: item).map {
                Entry.Link(kind: $0.kind, id: $0.id, role: item["role"]?.text ?? "", isTold: true, item: item)
            }
        }
        // A comic names its series, and a story its comic, outside of the summaries.
        for name in ["series", "originalIssue"] {
            guard let item = own[name], let uri = ResourceURI(of: item) else { continue }
            links.append(Entry.Link(kind: uri.kind, id: uri.id, item: item))
        }
        return links.filter { $0.kind != kind }
    }

    /// Returns what an object is that has no kind: an error of the API, or something else.
    private static func refusal(_ fields: [String: JSON]) -> String {
        guard let code = fields["code"]?.code else {
            return fields.values.contains(where: \.isContainer) ? "there is no record in it" : "its kind cannot be told"
        }
        guard code != "200" else { return "an answer without results" }
        let words = fields["status"]?.text ?? fields["message"]?.text ?? ""
        return "the API's error \(code.prefix(40)): \(words.prefix(120))"
    }
}
