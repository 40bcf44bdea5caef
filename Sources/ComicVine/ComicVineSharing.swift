import Heroes

/// The state of a source that several machines share.
package struct ComicVineSharing: Sendable {
    let records: any ResponseStore
    /// The heroes of the index.
    let heroes: any ResponseStore
    /// The calls of the last hour, by path.
    let calls: any CallCounter
    /// Returns true if this machine is the one that keeps the index up to date, for the next minute and a half.
    let isLeader: @Sendable () async -> Bool

    package init(
        records: any ResponseStore, heroes: any ResponseStore, calls: any CallCounter,
        isLeader: @escaping @Sendable () async -> Bool
    ) {
        (self.records, self.heroes, self.calls, self.isLeader) = (records, heroes, calls, isLeader)
    }

    /// The seconds for which records have to be stored; heroes have to be stored for ever.
    package static let recordLifetime = RecordKey.longestLifetime
}
