import FoundationEssentials
import Heroes

extension FavouriteEntries {
    /// The indices of the columns, from the header line.
    private typealias Columns = (id: Int, added: Int?)

    /// Reads rows of cells, with an optional header line. Returns false if there are more entries than `limit`.
    mutating func read(csv: ArraySlice<UInt8>) -> Bool {
        var isFirst = true
        var columns: Columns?
        for row in CSVRows(csv) {
            let cells = row.cells.map { Self.trimmed(String(decoding: $0, as: UTF8.self)) }
            // Excel writes a line such as `sep=;` in front of the header.
            if cells.allSatisfy(\.isEmpty) || isFirst && cells[0] == "sep" { continue }
            if isFirst, let id = FavouriteField.id.index(in: cells) {
                columns = (id, FavouriteField.added.index(in: cells))
            } else {
                read(cells, isUnterminated: row.isUnterminated, columns, Location(unit: "Line", number: row.line))
            }
            isFirst = false
            guard entries.count + invalid.count <= Self.limit else { return false }
        }
        return true
    }

    private mutating func read(_ cells: [String], isUnterminated: Bool, _ columns: Columns?, _ location: Location) {
        // An unterminated quote may have swallowed other entries.
        if isUnterminated { return add(nil, nil, location) }
        if let columns {
            let cell = { (index: Int?) in index.flatMap { cells.indices.contains($0) ? cells[$0] : nil } }
            return add(cell(columns.id).flatMap(Self.id), cell(columns.added).flatMap(ImportedDate.parse), location)
        }
        let ids = cells.map(Self.id)
        let isSmall = ids.map { $0.map { $0 < Self.earliestTime } ?? false }
        if isSmall.count(where: \.self) > 1, zip(cells, isSmall).allSatisfy({ $0.isEmpty || $1 }) {
            return ids.forEach { if let id = $0 { add(id, nil, location) } }
        }
        guard let column = isSmall.firstIndex(of: true) ?? ids.firstIndex(where: { $0 != nil }) else {
            return add(nil, nil, location)
        }
        let times = cells.indices.filter { $0 != column }.compactMap { ImportedDate.parse(cells[$0]) }
        add(ids[column], times.last { $0.timeIntervalSince1970 >= Double(Self.earliestTime) }, location)
    }

    /// The smallest number that is read as a time without a header line; it is in 1973. A smaller number is an id.
    private static let earliestTime = 100_000_000
}
