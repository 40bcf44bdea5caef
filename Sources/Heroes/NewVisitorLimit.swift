/// The limit of new visitors per network, so that they cannot fill the store: a burst at once, and more as time passes.
package protocol NewVisitorLimit: Sendable {
    /// Counts a new visitor. Returns nil if it is within the limit, otherwise the seconds until it would be.
    func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int?
    /// Takes back a counted visitor that was not stored. A failure only leaves the network with one visitor less.
    func refund(_ network: [UInt8]) async
}
