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
        modified = max(0, Timestamp.seconds(entry.fields["modified"]?.text ?? "") ?? 0)
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
