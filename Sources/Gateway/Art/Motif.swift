/// The figure of a poster, drawn about the origin, some 200 units across.
package struct Motif: Sendable, Hashable {
    package let name: String
    let drawing: Drawing

    init(_ name: String, _ draw: (inout Drawing) -> Void) {
        self.name = name
        var drawing = Drawing()
        draw(&drawing)
        self.drawing = drawing
    }

    /// Every motif there is, family by family.
    package static let all: [Motif] =
        crawlers + beasts + creatures + arms + armour + elements + heavens + instruments + signs + bodies

    /// The motif of this name.
    package static func named(_ name: String) -> Motif? { byName[name] }

    package static func == (left: Motif, right: Motif) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
