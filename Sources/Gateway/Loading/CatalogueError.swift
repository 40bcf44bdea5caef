/// A mistake in the catalogue, and its place.
struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    let file: String
    /// The place in the file, such as "record 3 (id 1009610)" or "line 5"; nil if the whole file is at fault.
    let record: String?
    let reason: String

    var description: String {
        record.map { "\(file): \($0): \(reason)" } ?? "\(file): \(reason)"
    }
}
