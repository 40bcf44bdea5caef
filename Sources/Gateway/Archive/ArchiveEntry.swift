/// An object to be added to the archive: its fields and its relations.
struct ArchiveEntry: Sendable {
    let kind: Kind
    let id: Int
    /// The object's fields by name, without id, resourceURI and summaries.
    let fields: [String: JSON]
    var links: [Link] = []
    /// The items of the object's recorded summaries, by kind; empty if the summaries follow from the links. Only as
    /// many are shown as the live service sent; the others count as relations.
    ///
    /// The recorded total (`available`) is dropped: it may be far larger than the number of items, and a total must
    /// match the length of its list.
    var summaries: [Kind: [JSON]] = [:]

    /// A relation to another object, valid in both directions.
    struct Link: Hashable, Sendable {
        let kind: Kind
        let id: Int
        /// The creator's role; empty for other relations.
        var role = ""
        /// True if it is in a recorded summary of the object.
        var isInSummary = false
        /// The recorded item that names the other object, if any.
        var item: JSON?
    }

    var name: String { fields[kind.nameField]?.textOrNumber ?? "" }
}
