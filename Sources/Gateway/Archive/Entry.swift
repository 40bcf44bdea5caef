/// One object on its way into the archive: what it says of itself, and what it is related to.
package struct Entry: Sendable {
    package let kind: Kind
    package let id: Int
    /// The object's own fields by their names, without id, resourceURI and summaries.
    package let fields: [String: JSON]
    package let links: [Link]

    package init(kind: Kind, id: Int, fields: [String: JSON], links: [Link] = []) {
        self.kind = kind
        self.id = id
        self.fields = fields
        self.links = links
    }

    /// A relation to another object; it holds in both directions.
    package struct Link: Hashable, Sendable {
        package let kind: Kind
        package let id: Int
        /// What the creator did; only of relations with creators.
        package let role: String

        package init(kind: Kind, id: Int, role: String = "") {
            self.kind = kind
            self.id = id
            self.role = role
        }
    }

    var name: String { fields[kind.nameField]?.text ?? "" }
}
