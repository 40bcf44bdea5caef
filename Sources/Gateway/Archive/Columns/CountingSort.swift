/// A counting sort of objects by the codes of their values, limited to one page.
///
/// Codes are small numbers without gaps, so counting them sorts (Knuth, The Art of Computer Programming, vol. 3, 5.2):
/// each key takes time proportional to the number of objects and codes.
struct CountingSort {
    /// A column to sort by.
    struct Key {
        let column: EncodedColumn
        let descending: Bool

        /// Returns the code of an object, counted from the end if the order is descending.
        func code(_ rank: UInt32) -> Int {
            let code = Int(column.codes[Int(rank)])
            return descending ? column.distinctCount - 1 - code : code
        }

        /// Returns for each code the number of objects with this code or a lower one.
        func ends(_ ranks: [UInt32]) -> [Int] {
            var ends = [Int](repeating: 0, count: column.distinctCount)
            for rank in ranks { ends[code(rank)] += 1 }
            var sum = 0
            for code in ends.indices {
                sum += ends[code]
                ends[code] = sum
            }
            return ends
        }

        /// Sorts stably by code.
        func sort(_ ranks: [UInt32]) -> [UInt32] {
            var ends = ends(ranks)
            var sorted = [UInt32](repeating: 0, count: ranks.count)
            for rank in ranks.reversed() {
                let code = code(rank)
                ends[code] -= 1
                sorted[ends[code]] = rank
            }
            return sorted
        }
    }

    let keys: [Key]
    /// True if objects with equal keys are in descending order of ranks.
    let reversesTies: Bool

    /// Returns the ranks at these positions of the sorted list. `ranks` must be ascending and contain the positions.
    func page(_ positions: Range<Int>, of ranks: [UInt32]) -> ArraySlice<UInt32> {
        var (ranks, start, keys) = (ranks, positions.lowerBound, keys[...])
        // Only objects with a code that appears on the page can be on it.
        while let key = keys.first {
            let ends = key.ends(ranks)
            guard let first = ends.firstIndex(where: { $0 > start }),
                let last = ends[first...].firstIndex(where: { $0 >= start + positions.count })
            else { return [] }
            ranks = ranks.filter { first...last ~= key.code($0) }
            start -= first > 0 ? ends[first - 1] : 0
            if first < last { break }
            keys.removeFirst()
        }
        if reversesTies { ranks.reverse() }
        for key in keys.reversed() { ranks = key.sort(ranks) }
        return ranks[start..<(start + positions.count)]
    }
}
