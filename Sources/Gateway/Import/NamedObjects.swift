import GRDB

/// The objects that recorded objects name but that are not recorded themselves.
///
/// They are added with their ids and names after all files are read, so that pages can show them and totals match the
/// lists.
struct NamedObjects {
    private var known: Set<Int>
    private var unrecorded: [Int: ArchiveEntry] = [:]

    init(_ db: Database) throws {
        known = try Int.fetchSet(db, sql: "SELECT key FROM source")
    }

    /// Adds a recorded object and the objects that it names.
    mutating func add(_ entry: ArchiveEntry) {
        let key = entry.kind.key(entry.id)
        if known.insert(key).inserted { unrecorded[key] = nil }
        for link in entry.links { add(link) }
    }

    private mutating func add(_ link: ArchiveEntry.Link) {
        let key = link.kind.key(link.id)
        guard let item = link.item, !known.contains(key), unrecorded[key]?.name.isEmpty ?? true else { return }
        var fields: [String: JSON] = [:]
        fields[link.kind.nameField] = item["name"].flatMap(FieldType.text.converted)
        // The inverse of the mapping in `SummaryIndex`.
        if link.kind == .stories, let type = item["type"]?.text {
            fields["type"] = .string(type == "interiorStory" ? "story" : type)
        }
        unrecorded[key] = ArchiveEntry(kind: link.kind, id: link.id, fields: fields)
    }

    /// Inserts the unrecorded objects; returns their number by kind.
    func insert(with writer: RecordWriter) throws -> [Kind: Int] {
        var counts: [Kind: Int] = [:]
        for (_, entry) in unrecorded.sorted(by: { $0.key < $1.key }) {
            try writer.put(entry, RecordTemplate.write(entry), RecordQuality(entry))
            counts[entry.kind, default: 0] += 1
        }
        return counts
    }
}
