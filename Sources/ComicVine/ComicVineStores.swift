import Heroes

/// The stores of a source: of this process, or of several machines that share them.
package struct ComicVineStores: Sendable {
    /// The records of single objects; nil to keep them in memory only.
    let records: (any ResponseStore)?
    /// The heroes of the index, which have to be stored for ever; nil to keep them in memory only.
    let heroes: (any ResponseStore)?
    /// The state that only several machines need; nil if there is one.
    let shared: Shared?

    /// The state of several machines.
    package struct Shared: Sendable {
        /// The calls of the last hour, by path.
        let calls: any CallCounter
        /// Returns true if this machine is the one that updates the index, for the next minute and a half.
        let isLeader: @Sendable () async -> Bool

        package init(calls: any CallCounter, isLeader: @escaping @Sendable () async -> Bool) {
            (self.calls, self.isLeader) = (calls, isLeader)
        }
    }

    package init(
        records: (any ResponseStore)? = nil, heroes: (any ResponseStore)? = nil, shared: Shared? = nil
    ) {
        (self.records, self.heroes, self.shared) = (records, heroes, shared)
    }

    /// The seconds for which records have to be stored.
    package static let recordLifetime = RecordKey.longestLifetime
}
