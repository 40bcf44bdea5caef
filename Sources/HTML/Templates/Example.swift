/// A named example of a view, for the gallery and for snapshots.
package struct Example<V: Sendable>: Sendable {
    package let name: String
    package let view: V

    package init(_ name: String, _ view: V) {
        self.name = name
        self.view = view
    }
}
