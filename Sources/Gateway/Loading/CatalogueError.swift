/// What is wrong with the catalogue, and where.
package struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    /// Which record of the file, such as "record 3 (id 1009610)"; nil where the whole file is at fault.
    package let record: String?
    package let reason: String

    package var description: String {
        record.map { "\(file): \($0): \(reason)" } ?? "\(file): \(reason)"
    }
}
