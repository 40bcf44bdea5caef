/// Which of two copies of an object the archive keeps: a full object before a mere mention, which has a name and at most
/// the time it was modified; then the one with the later `modified`, where none or an impossible one counts as the
/// earliest; then the one that holds more values; and between equals the one that comes later.
struct RecordQuality: Comparable {
    let isFull: Bool
    /// Seconds since 1970; 0 where unknown.
    let modified: Int
    /// How many values it holds that say something.
    let information: Int

    static func < (left: RecordQuality, right: RecordQuality) -> Bool {
        (left.isFull ? 1 : 0, left.modified, left.information) < (
            right.isFull ? 1 : 0, right.modified, right.information
        )
    }
}

extension RecordQuality {
    init(_ entry: Entry) {
        let mention: Set = [entry.kind.nameField, "modified", "type", "role"]
        isFull = !entry.summaries.isEmpty || !mention.isSuperset(of: entry.fields.keys)
        modified = max(0, Timestamp.seconds(entry.fields["modified"]?.text ?? "") ?? 0)
        information =
            entry.fields.values.reduce(0) { $0 + $1.information }
            + entry.summaries.values.reduce(0) { $0 + $1.count }
    }
}

extension JSON {
    /// How many numbers, truths and texts that are not empty it holds.
    var information: Int {
        switch self {
        case .null: 0
        case .string(let text): text.utf8.allSatisfy { $0 == 0x20 } ? 0 : 1
        case .bool, .number, .local: 1
        case .array(let elements): elements.reduce(0) { $0 + $1.information }
        case .object(let members): members.reduce(0) { $0 + $1.value.information }
        }
    }
}
