/// A column with a code instead of a value for each object, by rank. Codes count the distinct values in their order, so
/// they compare as the values do.
struct EncodedColumn: Sendable {
    let codes: [UInt32]
    /// The number of codes.
    let distinct: Int

    init(codes: [UInt32]) {
        self.codes = codes
        distinct = codes.max().map { Int($0) + 1 } ?? 0
    }

    /// The order of one column, in which no two objects have the same place, with the same code for neighbours that are
    /// alike in another one.
    init(places: EncodedColumn, alikeIn other: EncodedColumn) {
        var ranks = [Int](repeating: 0, count: places.distinct)
        for (rank, place) in places.codes.enumerated() { ranks[Int(place)] = rank }
        var codes = places.codes
        var code: UInt32 = 0
        for (former, rank) in zip(ranks, ranks.dropFirst()) {
            if other.codes[former] != other.codes[rank] { code += 1 }
            codes[rank] = code
        }
        if let first = ranks.first { codes[first] = 0 }
        self.init(codes: codes)
    }
}
