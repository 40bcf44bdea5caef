/// One object on its way into the archive: its own fields and its relations.
package struct Entry: Sendable {
    package let kind: Kind
    package let id: Int
    /// The object's own fields by their names, without id, resourceURI and summaries.
    package let fields: [String: JSON]
    package let links: [Link]
    /// The object's recorded summaries of its relations, by their kind; none if they follow from the links.
    package let summaries: [Kind: Summary]

    package init(
        kind: Kind, id: Int, fields: [String: JSON], links: [Link] = [], summaries: [Kind: Summary] = [:]
    ) {
        self.kind = kind
        self.id = id
        self.fields = fields
        self.links = links
        self.summaries = summaries
    }

    /// A relation to another object; it holds in both directions.
    package struct Link: Hashable, Sendable {
        package let kind: Kind
        package let id: Int
        /// The creator's role; only of relations with creators.
        package let role: String
        /// Whether it stands in a recorded summary of the object.
        let isTold: Bool
        /// The item that names the other object; nil if nothing does.
        let item: JSON?

        package init(kind: Kind, id: Int, role: String = "") {
            self.init(kind: kind, id: id, role: role, isTold: false, item: nil)
        }

        init(kind: Kind, id: Int, role: String = "", isTold: Bool = false, item: JSON?) {
            self.kind = kind
            self.id = id
            self.role = role
            self.isTold = isTold
            self.item = item
        }
    }

    /// The recorded first relations of a kind, as they stand in the object.
    ///
    /// How many there once were (`available`) is not kept: it may be far more than are named, and a total agrees with
    /// the list behind it only if it counts the objects that are here.
    package struct Summary: Hashable, Sendable {
        /// Only as many are shown as the live service gave; the others are relations too.
        let items: [JSON]
    }

    var name: String { fields[kind.nameField]?.code ?? "" }
}
