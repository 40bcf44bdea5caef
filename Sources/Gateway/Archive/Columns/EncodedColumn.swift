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
}
