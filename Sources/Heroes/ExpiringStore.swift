/// A store of values that expire ten minutes after their last change, by the clock of the store. Values may be lost.
package protocol ExpiringStore: Sendable {
    /// Stores the value, in place of one with the same key.
    func store(
        _ value: some Codable & Sendable, _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError)
    /// Replaces the value in one step. The closure receives the previous value, or nil, and may be called repeatedly.
    func update<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8], _ change: @Sendable (Value?) -> Value
    ) async throws(FavouritesError)
    /// Returns the value and leaves it in the store; nil if there is none of that type.
    func value<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value?
    /// Removes the value and returns it; of several callers, on any machine, only one gets it.
    func take<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value?
}

/// The kinds of values that expire; each has its own keys.
package enum ExpiringKind: String, CaseIterable, Sendable {
    case undoHistory, importResult
    /// The visitor of a code, and the code of a visitor.
    case transferCode, visitorCode
}

/// The limit of new visitors per network, so that they cannot fill the store: a burst at once, and more as time passes.
package protocol NewVisitorLimit: Sendable {
    /// Counts a new visitor. Returns nil if it is within the limit, otherwise the seconds until it would be.
    func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int?
    /// Takes back a counted visitor that was not stored. A failure only leaves the network with one visitor less.
    func refund(_ network: [UInt8]) async
}
