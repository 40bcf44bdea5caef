/// An object's value in a column.
enum ColumnValue {
    case null
    case integer(Int)
    case real(Double)
    case text(String)

    /// Whether SQLite finds no difference, which it looks for in a text's bytes; values of one column are of one type.
    func isSame(as other: ColumnValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}
