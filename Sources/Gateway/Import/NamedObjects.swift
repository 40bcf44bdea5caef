import GRDB

/// The objects that others name and that were not recorded themselves.
///
/// They go in with what is known of them, their ids and names, once everything else is read: so that a page can name
/// them, and a total agrees with its list.
struct NamedObjects {
    private var known: Set<Int>
    private var names: [Int: Entry] = [:]

    init(_ db: Database) throws {
        known = try Int.fetchSet(db, sql: "SELECT key FROM source")
    }

    /// Notes an object that was recorded, and those that it names.
    mutating func note(_ entry: Entry) {
        let key = entry.kind.key(entry.id)
        if known.insert(key).inserted { names[key] = nil }
        for link in entry.links { note(link) }
    }

    mutating func note(_ link: Entry.Link) {
        let key = link.kind.key(link.id)
        guard let item = link.item, !known.contains(key), names[key]?.name.isEmpty ?? true else { return }
        var fields: [String: JSON] = [:]
        fields[link.kind.nameField] = item["name"].flatMap(FieldForm.text.reading)
        // As `SummaryIndex` has it, the other way round.
        if link.kind == .stories, let type = item["type"]?.text {
            fields["type"] = .string(type == "interiorStory" ? "story" : type)
        }
        names[key] = Entry(kind: link.kind, id: link.id, fields: fields)
    }

    /// Puts those in that nothing else is known of; returns how many there are of each kind.
    func insert(with writer: RecordWriter) throws -> [Kind: Int] {
        var counts: [Kind: Int] = [:]
        for (_, entry) in names.sorted(by: { $0.key < $1.key }) {
            try writer.put(entry, Template.write(entry), RecordQuality(entry))
            counts[entry.kind, default: 0] += 1
        }
        return counts
    }
}
