import Heroes

/// The visitor on whose behalf the source is asked.
struct Asker: Sendable {
    var purpose = Purpose.visit
    /// The network whose share of the calls is used; nil for the program's own questions.
    var network: [UInt8]?

    /// Whether lists and heroes' pages go before this question if the day's calls are scarce.
    func isSecondary(_ question: Question) -> Bool { purpose == .lookup || question.kind == .search }
}
