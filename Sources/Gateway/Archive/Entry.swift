/// One object on its way into the archive: its own fields and its relations.
struct Entry: Sendable {
    let kind: Kind
    let id: Int
    /// The object's own fields by their names, without id, resourceURI and summaries.
    let fields: [String: JSON]
    var links: [Link] = []
    /// The items in the object's recorded summaries of its relations, by their kind; none if they follow from the links.
    /// Only as many are shown as the live service gave; the others are relations too.
    ///
    /// The recorded number (`available`) is dropped: it may be far more than are named, and a total agrees with
    /// the list behind it only if it counts the objects that are here.
    var summaries: [Kind: [JSON]] = [:]

    /// A relation to another object; it holds in both directions.
    struct Link: Hashable, Sendable {
        let kind: Kind
        let id: Int
        /// The creator's role; only of relations with creators.
        var role = ""
        /// Whether it stands in a recorded summary of the object.
        var isTold = false
        /// The item that names the other object; nil if nothing does.
        var item: JSON?
    }

    var name: String { fields[kind.nameField]?.code ?? "" }
}
