/// A dictionary-encoded column: a code instead of a value for each object, by rank. Codes number the distinct values in
/// ascending order, so they compare like the values.
struct EncodedColumn: Sendable {
    let codes: [UInt32]
    /// The number of codes.
    let distinctCount: Int

    init(codes: [UInt32]) {
        self.codes = codes
        distinctCount = codes.max().map { Int($0) + 1 } ?? 0
    }
}
