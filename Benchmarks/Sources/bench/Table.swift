import Foundation

/// Rows under a header, as Markdown that is also good to read as it is: the first column left, numbers right.
struct Table {
    private var rows: [[String]]

    init(_ header: String...) { rows = [header] }

    mutating func add(_ row: String...) { add(row) }

    mutating func add(_ row: [String]) { rows.append(row) }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + blanks : blanks + cell.0
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rules = widths.enumerated().map { column, width in
            String(repeating: "-", count: width + (column == 0 ? 2 : 1)) + (column == 0 ? "" : ":")
        }
        lines.insert("|" + rules.joined(separator: "|") + "|", at: 1)
        return lines.joined(separator: "\n")
    }
}

extension Double {
    /// The number with so many digits behind its point.
    func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
