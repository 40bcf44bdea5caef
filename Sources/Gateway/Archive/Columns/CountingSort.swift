/// Sorts objects by their ranks' codes, as far as one page needs.
///
/// Codes are small numbers without gaps, so counting them sorts (Knuth, The Art of Computer Programming, vol. 3, 5.2):
/// each key costs time in proportion to the objects and the codes, whatever the order they come in.
struct CountingSort {
    /// A column to sort by.
    struct Key {
        let column: EncodedColumn
        let descending: Bool

        /// The code of an object, counted from the end if the order is descending.
        func code(_ rank: UInt32) -> Int {
            let code = Int(column.codes[Int(rank)])
            return descending ? column.distinct - 1 - code : code
        }

        /// For each code how many of these have it or a lower one.
        func ends(_ ranks: [UInt32]) -> [Int] {
            var ends = [Int](repeating: 0, count: column.distinct)
            for rank in ranks { ends[code(rank)] += 1 }
            var sum = 0
            for code in ends.indices {
                sum += ends[code]
                ends[code] = sum
            }
            return ends
        }

        /// Sorts these; those with the same code stay in their order.
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
    /// Whether objects with equal keys are in descending order of ranks, and not in ascending order.
    let backwards: Bool

    /// Returns the ranks at these positions once all, which come ascending, are sorted; there have to be as many.
    func page(_ places: Range<Int>, of ranks: [UInt32]) -> ArraySlice<UInt32> {
        var (ranks, start, keys) = (ranks, places.lowerBound, keys[...])
        // Only objects whose code appears on the page can be on it.
        while let key = keys.first {
            let ends = key.ends(ranks)
            guard let first = ends.firstIndex(where: { $0 > start }),
                let last = ends[first...].firstIndex(where: { $0 >= start + places.count })
            else { return [] }
            ranks = ranks.filter { first...last ~= key.code($0) }
            start -= first > 0 ? ends[first - 1] : 0
            if first < last { break }
            keys.removeFirst()
        }
        if backwards { ranks.reverse() }
        for key in keys.reversed() { ranks = key.sort(ranks) }
        return ranks[start..<(start + places.count)]
    }
}
