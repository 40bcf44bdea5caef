/// All problems of a template folder, one line each.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
    package let problems: [Problem]

    /// A problem and its location.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let file: String
        /// One-based, as in editors; columns count Unicode scalars.
        package let line: Int
        package let column: Int
        package let message: String

        func isAt(_ other: Problem) -> Bool { (file, line, column) == (other.file, other.line, other.column) }

        package var description: String { "\(file):\(line):\(column): \(message)" }
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
