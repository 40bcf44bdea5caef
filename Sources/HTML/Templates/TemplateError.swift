/// Everything that is wrong with a folder of templates, one line each.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
    package let problems: [Problem]

    /// One mistake and where it is.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let file: String
        /// Counted from 1, as editors do; columns count Unicode scalars.
        package let line: Int
        package let column: Int
        package let message: String

        func isAt(_ other: Problem) -> Bool { (file, line, column) == (other.file, other.line, other.column) }

        package var description: String { "\(file):\(line):\(column): \(message)" }
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
