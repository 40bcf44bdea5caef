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
        var round = round.isOver ? ExpiryRound(lastStep: round.lastStep) : round
        round.isOver = !isClockBelieved(&round)
        var looks = 0
        while !round.isOver, looks < Self.looksAtOnce {
            let next = round.next { folder in
                looks += 1
                return names(in: "\(self.folder)/\(folder)")
            }
            if let next { looks += 1 + removeExpired(in: next) }
            round.isOver = next == nil
        }
        return round
    }

    /// Whether the clock stands no more than a day after the last step, of this store or of one before. It may have been
    /// set ahead by mistake, which must not cost everybody what they keep; so nothing is removed then until the next
    /// round.
    private func isClockBelieved(_ round: inout ExpiryRound) -> Bool {
        do throws(FavouritesError) {
            let time = now().tv_sec
            let noted = round.isBegun ? nil : try noteRound()
            let last = [noted, round.lastStep].compactMap(\.self).max()
            round.lastStep = time
            return last.map { time - max($0, 0) <= Self.day } ?? true
        } catch {
            log("what is too old cannot be removed: \(error)")
            return false
        }
    }

    /// Notes when a round begins as the time of a file, and gives when the last one did; nil before the first.
    private func noteRound() throws(FavouritesError) -> Int? {
        guard let all = try operations.openFolder(folder) else { throw .unavailable("the folder \(folder) is gone") }
        let last = try operations.identity(of: Self.roundName, in: all)?.seconds
        // A new one begins with the kernel's own time.
        if last == nil { _ = try operations.create(Self.roundName, in: all) }
        if let note = try operations.open(Self.roundName, in: all) { _ = try operations.setTime(of: note, to: now()) }
        return last
    }

    static let roundName = "round"
}
