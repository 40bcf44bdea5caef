/// An error in the catalogue's files, with its location.
struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    let file: String
    /// The location in the file, such as "record 3 (id 1009610)" or "line 5"; nil for an error of the file itself.
    let location: String?
    let reason: String

    var description: String {
        location.map { "\(file): \($0): \(reason)" } ?? "\(file): \(reason)"
    }
}
