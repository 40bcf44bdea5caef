import Heroes

extension FileStore {
    /// How many visitors and folders are looked at in a second, while a round lasts: one among a million visitors takes
    /// nine hours, among a thousand a minute.
    static let looksAtOnce = 32

    /// Makes a step of a round each second, and an hour after its end begins another. Ends when the pause throws.
    static func expireInTurn(
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        _ store: @escaping @Sendable () -> FileStore?
    ) -> Task<Void, any Error> {
        Task {
            var round = ExpiryRound()
            while true {
                try await pause(.seconds(round.isOver ? 60 * 60 : 1))
                guard let store = store() else { return }
                round = await store.read { [round] in store.step(round) }
            }
        }
    }

    /// Removes what is too old from some more folders; where the round is over, from the first of a new one.
    func step(_ round: ExpiryRound) -> ExpiryRound {
        var round = round.isOver ? ExpiryRound(after: round) : round
        round.isOver = !isClockBelieved(&round)
        var looks = 0
        while !round.isOver, looks < Self.looksAtOnce {
            let next = round.next { folder in
                looks += 1
                return names(in: "\(self.folder)/\(folder)")
            }
            if let next {
                let found = removeExpired(in: next)
                looks += 1 + found.looks
                round.removals += found.removed
            }
            round.isOver = next == nil
        }
        if round.isOver, round.removals > 0 {
            log("\(round.removals) visitors whose favourites nobody has looked at for 400 days are removed")
        }
        return round
    }
}
