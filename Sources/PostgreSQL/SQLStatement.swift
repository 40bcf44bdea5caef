/// An SQL statement, prepared once per connection under its name; different texts need different names.
///
/// The server infers the types of `$1` and so on; a cast (`$1::int8`) is needed if the context does not determine one.
package struct SQLStatement: Sendable {
    package let name: String
    package let text: String
    /// True if the statement changes data, so that its outcome is unknown if the connection is lost.
    package let isWrite: Bool

    package static func read(_ name: String, _ text: String) -> SQLStatement {
        SQLStatement(name: name, text: text, isWrite: false)
    }

    package static func write(_ name: String, _ text: String) -> SQLStatement {
        SQLStatement(name: name, text: text, isWrite: true)
    }
}
