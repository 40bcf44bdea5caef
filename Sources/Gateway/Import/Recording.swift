/// Why a record does not go in.
struct RecordError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// One recorded object, read for the archive.
struct Recording {
    let entry: Entry
    let standing: Standing

    /// Throws `RecordError` for what is no object of the six kinds.
    init(_ bytes: [UInt8]) throws(RecordError) {
        let json: JSON
        do { json = try JSONParser.parse(bytes) } catch { throw RecordError("\(error.reason)") }
        guard case .object(let members) = json else { throw RecordError("this is no JSON object") }
        // A name that is there twice counts as it does for most readers: the last one.
        let fields = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        guard let kind = Kind.recognized(fields) else { throw Self.refusal(fields) }
        let id = try Self.id(fields, kind)
        if let name = fields[kind.nameField], FieldForm.text.reading(name) == nil {
            throw RecordError("its \(kind.nameField) is no text")
        }
        let own = Self.own(fields, kind)
        var summaries: [Kind: Entry.Summary] = [:]
        for other in Kind.allCases where kind.fields.contains(where: { $0.summarized == other }) {
            summaries[other] = fields[other.rawValue].flatMap(Entry.Summary.init)
        }
        guard
            own.values.contains(where: { $0.information > 0 })
                || summaries.values.contains(where: { !$0.items.isEmpty })
        else { throw RecordError("there is nothing in it but its id") }
        entry = Entry(
            kind: kind, id: id, fields: own, links: Self.links(own, summaries, of: kind), summaries: summaries)
        standing = Standing(entry)
    }

    private static func id(_ fields: [String: JSON], _ kind: Kind) throws(RecordError) -> Int {
        guard let told = fields["id"], told != .null else {
            let uri = fields["resourceURI"]?.text.flatMap(ResourceURI.init) ?? Kind.collection(fields)
            guard let uri else { throw RecordError("it has no id") }
            return uri.id
        }
        let spelling = told.code ?? ""
        guard let id = Digits.id(spelling) ?? Digits.whole(spelling), id > 0, id <= Kind.largestID else {
            var bytes: [UInt8] = []
            told.write(to: &bytes)
            throw RecordError("\(String(decoding: bytes.prefix(60), as: UTF8.self)) is no id")
        }
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

    private static func links(_ own: [String: JSON], _ summaries: [Kind: Entry.Summary], of kind: Kind) -> [Entry.Link]
    {
        var links = summaries.values.flatMap(\.links)
        // A comic names its series, and a story its comic, outside of the summaries.
        for name in ["series", "originalIssue"] {
            if let uri = ResourceURI(of: own[name]) { links.append(Entry.Link(kind: uri.kind, id: uri.id)) }
        }
        return links.filter { $0.kind != kind }
    }

    /// An error of the API, or something that nobody could place.
    private static func refusal(_ fields: [String: JSON]) -> RecordError {
        guard let code = fields["code"]?.code else { return RecordError("its kind cannot be told") }
        guard code != "200" else { return RecordError("an answer without results") }
        let words = fields["status"]?.text ?? fields["message"]?.text ?? ""
        return RecordError("the API's error \(code.prefix(40)): \(words.prefix(120))")
    }
}
